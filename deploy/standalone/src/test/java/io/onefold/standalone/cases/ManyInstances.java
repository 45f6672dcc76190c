package io.onefold.standalone.cases;

import io.onefold.standalone.cases.Installation.RunningInstance;
import java.util.Map;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Two ledger instances and three workers of the usual pool, for the cases in which all of them want
 * the same work.
 */
final class ManyInstances implements AutoCloseable {
  private final Installation onefold;
  private final RunningInstance first;
  private final RunningInstance second;

  private ManyInstances(CaseKafka kafka) throws Exception {
    onefold = new Installation(kafka, "many", 6);
    try {
      first = onefold.ledger("first");
      second = onefold.ledger("second");
      for (String id : new String[] {"w1", "w2", "w3"}) {
        onefold.worker(id);
      }
      onefold.awaitShared();
    } catch (Exception e) {
      onefold.close();
      throw e;
    }
  }

  Installation onefold() {
    return onefold;
  }

  /** One intake. */
  RunningInstance first() {
    return first;
  }

  /** The other intake. */
  RunningInstance second() {
    return second;
  }

  /** Starts another worker, which no other case may count on. */
  void worker(String pool, String id, Map<String, Object> own, int maxInFlight) throws Exception {
    onefold.worker(pool, id, own, maxInFlight);
  }

  @Override
  public void close() {
    try (onefold) {
      onefold.judge();
    }
  }

  /** Starts them with the first class that asks for them, and ends them with the last. */
  static final class Shared implements ParameterResolver, ExecutionCondition {
    private static final ExtensionContext.Namespace SPACE =
        ExtensionContext.Namespace.create(ManyInstances.class);

    private final CaseKafka.Shared broker = new CaseKafka.Shared();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return broker.evaluateExecutionCondition(context);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == ManyInstances.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      // Asked for first, so that it ends last.
      CaseKafka kafka = (CaseKafka) broker.resolveParameter(parameter, context);
      return context
          .getRoot()
          .getStore(SPACE)
          .getOrComputeIfAbsent(ManyInstances.class, type -> start(kafka), ManyInstances.class);
    }

    private static ManyInstances start(CaseKafka kafka) {
      try {
        return new ManyInstances(kafka);
      } catch (Exception e) {
        throw new IllegalStateException("the instances did not start for the cases", e);
      }
    }
  }
}
