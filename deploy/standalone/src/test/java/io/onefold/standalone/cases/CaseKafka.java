package io.onefold.standalone.cases;

import io.onefold.standalone.EmbeddedKafka;
import io.onefold.standalone.TemporaryFolder;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** A broker for the installations of all cases that stop, freeze or multiply parts of Onefold. */
final class CaseKafka implements AutoCloseable {
  private final TemporaryFolder folder = TemporaryFolder.create("onefold-case-kafka");
  private final EmbeddedKafka kafka;

  private CaseKafka() {
    kafka = EmbeddedKafka.start(folder.path().resolve("kafka"), 0);
  }

  /** One more broker, apart from the shared one; to be closed. */
  static CaseKafka another() {
    return new CaseKafka();
  }

  /** Where Kafka clients connect. */
  String bootstrapServers() {
    return kafka.bootstrapServers();
  }

  /** A folder of that name, for whatever an installation keeps. */
  Path folder(String name) {
    return folder.path().resolve(name);
  }

  /** Asks and changes the broker as an operator could; to be closed. */
  Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
  }

  @Override
  public void close() {
    kafka.close();
    folder.close();
  }

  /** Starts the broker with the first class that asks for it, and ends it with the last. */
  static final class Shared implements ParameterResolver {
    private static final ExtensionContext.Namespace SPACE =
        ExtensionContext.Namespace.create(CaseKafka.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == CaseKafka.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(SPACE)
          .getOrComputeIfAbsent(CaseKafka.class, type -> new CaseKafka(), CaseKafka.class);
    }
  }
}
