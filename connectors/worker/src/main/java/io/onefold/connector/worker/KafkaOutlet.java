package io.onefold.connector.worker;

import io.onefold.schema.ProviderEvent;
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
  public <T> Runnable start(Supplier<T> call, Consumer<T> ended) {
    Thread thread =
        Thread.ofVirtual()
            .name("onefold-call")
            .start(
                () -> {
                  T outcome = call.get();
                  inbox.post(() -> ended.accept(outcome));
                });
    return thread::interrupt;
  }
}
