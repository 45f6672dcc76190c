package io.onefold.connector.worker;

import io.onefold.schema.ProviderEvent;
import io.onefold.tracing.LogFields;
import io.onefold.tracing.Step;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The shell behind the core: reports go to Kafka, each call runs on its own virtual thread. */
final class KafkaOutlet implements WorkerOutlet {
  private final Reporter reporter;
  private final Inbox inbox;

  KafkaOutlet(Reporter reporter, Inbox inbox) {
    this.reporter = reporter;
    this.inbox = inbox;
  }

  @Override
  public void claim(ProviderEvent claim, Runnable acknowledged, Runnable failed) {
    reporter.claim(claim, acknowledged, failed);
  }

  @Override
  public void report(ProviderEvent report, Runnable acknowledged) {
    reporter.report(report, acknowledged);
  }

  @Override
  public <T> Runnable start(Errand errand, Supplier<T> call, Consumer<T> ended) {
    Thread thread = Thread.ofVirtual().name("onefold-call").start(prepared(errand, call, ended));
    return thread::interrupt;
  }

  /** What the call's own thread is to run. */
  <T> Runnable prepared(Errand errand, Supplier<T> call, Consumer<T> ended) {
    Step step = reporter.trails().follow(errand);
    return () -> {
      T outcome = told(errand, step, call);
      inbox.post(() -> ended.accept(outcome));
    };
  }

  /** Log fields belong to a thread, and each call has its own. */
  private static <T> T told(Errand errand, Step step, Supplier<T> call) {
    try {
      return step.within(() -> LogFields.during(errand.operationId(), errand.destination(), call));
    } finally {
      step.end();
    }
  }
}
