package io.onefold.standalone.cases;

import io.onefold.standalone.TemporaryFolder;
import io.onefold.standalone.TestCluster;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A broker for all tests that bring topics and groups of their own names, for example because they
 * stop, freeze or multiply parts of Onefold. {@link TestCluster} tells which one.
 */
public final class CaseKafka implements AutoCloseable {
  /** Tells the names of this run from those that an earlier one left on a given cluster. */
  private static final String RUN = Long.toString(System.currentTimeMillis(), 36);

  private final TemporaryFolder folder;
  private final TestCluster cluster;

  private CaseKafka(TemporaryFolder folder, TestCluster cluster) {
    this.folder = folder;
    this.cluster = cluster;
  }

  private static CaseKafka start() {
    TemporaryFolder folder = TemporaryFolder.create("onefold-case-kafka");
    return new CaseKafka(folder, TestCluster.start(folder.path().resolve("kafka")));
  }

  /** An embedded broker with these settings, whatever other tests use; to be closed. */
  static CaseKafka embedded(Map<String, String> settings) {
    TemporaryFolder folder = TemporaryFolder.create("onefold-case-kafka");
    return new CaseKafka(folder, TestCluster.embedded(folder.path().resolve("kafka"), settings));
  }

  /** Where Kafka clients connect. */
  public String bootstrapServers() {
    return cluster.bootstrapServers();
  }

  /** A folder of that name, for whatever an installation keeps. */
  Path folder(String name) {
    return folder.path().resolve(name);
  }

  /** Asks and changes the broker as an operator could; to be closed. */
  public Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
  }

  /** A name that nobody else uses: the given one, where the broker is ours. */
  public String named(String name) {
    return cluster.isGiven() ? name + "-" + RUN : name;
  }

  /** Deletes the topics and groups whose names begin so, where others will use the broker. */
  public void forget(String beginning) {
    if (cluster.isGiven()) {
      try (Admin admin = admin()) {
        new Remains(admin, beginning).delete();
      }
    }
  }

  @Override
  public void close() {
    cluster.close();
    folder.close();
  }

  /** Starts the broker with the first class that asks for it, and ends it with the last. */
  public static final class Shared implements ParameterResolver, ExecutionCondition {
    private static final ExtensionContext.Namespace SPACE =
        ExtensionContext.Namespace.create(CaseKafka.class);

    /** Skips what needs a broker that nobody can give. */
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return TestCluster.missing()
          .map(ConditionEvaluationResult::disabled)
          .orElseGet(() -> ConditionEvaluationResult.enabled("there is a broker"));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == CaseKafka.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(SPACE)
          .getOrComputeIfAbsent(CaseKafka.class, type -> CaseKafka.start(), CaseKafka.class);
    }
  }
}
