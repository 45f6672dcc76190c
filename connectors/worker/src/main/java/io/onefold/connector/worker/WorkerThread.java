package io.onefold.connector.worker;

import io.onefold.schema.Command;
import io.onefold.schema.ProviderEvent;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.Serde;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one platform thread that owns the core, the consumer and the reporter. */
final class WorkerThread {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerThread.class);

  private final Thread thread;
  private final Duration stopTimeout;
  private final Inbox inbox;
  private final CommandLoop loop;
  private final GracefulStop gracefulStop;
  private final Closing closing;
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private volatile boolean stopping;

  WorkerThread(
      WorkerSettings settings,
      Catalogue catalogue,
      ProviderEvents events,
      WorkerMetrics metrics,
      Consumer<byte[], byte[]> consumer,
      Producer<byte[], byte[]> producer,
      Serde<Command> commands,
      Serde<ProviderEvent> providerEvents,
      Closing closing) {
    this.stopTimeout = settings.stopTimeout();
    this.closing = closing;
    this.inbox = new Inbox(consumer::wakeup);
    Reporter reporter =
        new Reporter(
            settings.topics(),
            producer,
            providerEvents.serializer(),
            inbox,
            events.clock(),
            metrics);
    WorkerCore core =
        new WorkerCore(
            WorkerLimits.of(settings.maxInFlight(), settings.maxReadbacks()),
            catalogue,
            new ClaimIds(),
            events,
            metrics,
            new KafkaOutlet(reporter, inbox));
    this.loop =
        new CommandLoop(
            consumer,
            settings.topics().commands(settings.pool()),
            new CommandReader(commands.deserializer()),
            core,
            reporter,
            inbox,
            events.clock(),
            metrics);
    this.gracefulStop = new GracefulStop(core, loop, reporter, inbox, events.clock());
    this.thread =
        Thread.ofPlatform().name("onefold-worker-" + settings.workerId()).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  void stop() {
    stopping = true;
    inbox.post(() -> {});
  }

  CompletableFuture<Void> stopped() {
    return stopped;
  }

  boolean join(Duration atMost) throws InterruptedException {
    return thread.join(atMost);
  }

  private void run() {
    try {
      loop.subscribe();
      while (!stopping) {
        loop.turn();
      }
      gracefulStop.run(stopTimeout);
    } catch (InterruptedException interrupted) {
      LOG.warn("The worker's thread was interrupted; what it had not reported stays open");
      gracefulStop.atOnce();
    } catch (Throwable failure) {
      LOG.error("The worker failed and stops", failure);
      gracefulStop.atOnce();
      stopped.completeExceptionally(failure);
    } finally {
      closing.close();
      stopped.complete(null);
    }
  }
}
