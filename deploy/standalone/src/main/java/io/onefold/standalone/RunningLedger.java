package io.onefold.standalone;

import io.micrometer.core.instrument.MeterRegistry;
import io.onefold.processor.Ledger;
import io.onefold.topology.LedgerSettings;
import io.onefold.topology.LedgerStreams;
import io.onefold.topology.StartRefusedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A ledger instance that tells when it fails. */
public final class RunningLedger implements AutoCloseable {
  private static final Duration READY_WITHIN = Duration.ofMinutes(10);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final Ledger ledger;
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("ledger-watch").factory());
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();

  private RunningLedger(Ledger ledger) {
    this.ledger = ledger;
    // Its own future would only tell that the look itself failed.
    var unused =
        watch.scheduleWithFixedDelay(
            this::look, LOOK_EVERY.toMillis(), LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Starts an instance.
   *
   * @throws StartException saying what is wrong and what to do
   */
  public static RunningLedger start(LedgerSettings settings) {
    checkPort(settings.rest().host(), settings.rest().port());
    try {
      return new RunningLedger(Ledger.start(settings));
    } catch (StartRefusedException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    } catch (RuntimeException e) {
      throw new StartException("the ledger cannot be started: " + e.getMessage(), e);
    }
  }

  /**
   * Looks whether a ledger could listen there.
   *
   * @throws StartException if not
   */
  static void checkPort(String host, int port) {
    try {
      new ServerSocket(port, 1, InetAddress.getByName(host)).close();
    } catch (IOException e) {
      throw new StartException(
          "%s:%d cannot be used for the ledger (%s); choose another --port, 0 takes a free one"
              .formatted(host, port, e.getMessage()),
          e);
    }
  }

  /**
   * Waits until it serves all its partitions.
   *
   * @throws StartException if it failed, or took more than ten minutes
   */
  public void awaitReady() throws InterruptedException {
    if (!ledger.awaitReady(READY_WITHIN)) {
      throw ledger
          .streams()
          .flatMap(LedgerStreams::failure)
          .map(why -> new StartException("the ledger stopped: " + why.getMessage(), why))
          .orElseGet(
              () ->
                  new StartException(
                      "the ledger was not ready within ten minutes; the log may say why"));
    }
  }

  /** The port of its REST interface. */
  public int restPort() {
    return ledger.restPort();
  }

  /** What its port shows as meters. */
  public MeterRegistry meters() {
    return ledger.meters();
  }

  /** Done, with the failure, once it has stopped by itself. */
  public CompletableFuture<Void> stopped() {
    return stopped.copy();
  }

  private void look() {
    ledger.streams().flatMap(LedgerStreams::failure).ifPresent(stopped::completeExceptionally);
  }

  @Override
  public void close() {
    watch.shutdownNow();
    ledger.close();
  }
}
