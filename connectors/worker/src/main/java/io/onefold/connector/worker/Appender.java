package io.onefold.connector.worker;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends records to one topic and tries again until the log has them.
 *
 * <p>The producer itself tries for as long as it can; what comes back here failed for a reason that
 * somebody has to mend, such as a missing right. While something waits to be tried again, whatever
 * comes later waits behind it.
 *
 * <p>The producer blocks where it does not know the topic's partitions and cannot ask. One such
 * wait is enough: for a while nothing else is handed to it, because the owner thread has a group to
 * stay in.
 *
 * <p>Used by the owner thread alone.
 */
final class Appender {
  /** Pause before a failed append is tried again. */
  static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  /** A hand-over to the producer that takes longer has waited for Kafka. */
  static final Duration BLOCKED = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(Appender.class);

  /**
   * One append that must succeed.
   *
   * @param what for people, names the operation and no secret
   * @param smaller what to append instead where the record is too large
   */
  record Entry(
      String what,
      ProducerRecord<byte[], byte[]> bytes,
      Optional<Supplier<ProducerRecord<byte[], byte[]>>> smaller,
      Runnable acknowledged) {

    private Entry shrunk() {
      return smaller
          .map(small -> new Entry(what, small.get(), Optional.empty(), acknowledged))
          .orElse(this);
    }
  }

  private final Producer<byte[], byte[]> producer;
  private final Inbox inbox;
  private final WorkerClock clock;
  private final WorkerMetrics metrics;
  private final Deque<Entry> waiting = new ArrayDeque<>();
  private int unacknowledged;
  private boolean pausing;
  private long retryAt;

  Appender(
      Producer<byte[], byte[]> producer, Inbox inbox, WorkerClock clock, WorkerMetrics metrics) {
    this.producer = producer;
    this.inbox = inbox;
    this.clock = clock;
    this.metrics = metrics;
  }

  /** Appends once; {@code failed} is called where that did not work. */
  void offer(ProducerRecord<byte[], byte[]> bytes, Runnable acknowledged, Runnable failed) {
    if (!waiting.isEmpty() || isPausing()) {
      inbox.post(failed);
      return;
    }
    unacknowledged++;
    send(
        bytes,
        failure -> {
          unacknowledged--;
          failure.ifPresentOrElse(any -> failed.run(), acknowledged);
        });
  }

  /** Appends, again and again if need be. */
  void append(Entry entry) {
    if (waiting.isEmpty() && !isPausing()) {
      start(entry);
    } else {
      waiting.add(entry);
    }
  }

  /** Tries again what is due. */
  void tick() {
    for (int due = waiting.size(); due > 0 && !isPausing(); due--) {
      start(waiting.remove());
    }
  }

  private boolean isPausing() {
    return pausing && clock.nanos() - retryAt < 0;
  }

  private void pause() {
    pausing = true;
    retryAt = clock.nanos() + RETRY_AFTER.toNanos();
  }

  /** Appends that the log has not acknowledged yet. */
  int pending() {
    return unacknowledged + waiting.size();
  }

  private void start(Entry entry) {
    unacknowledged++;
    send(
        entry.bytes(),
        failure -> {
          unacknowledged--;
          failure.ifPresentOrElse(
              reason -> failed(entry, reason), () -> entry.acknowledged().run());
        });
  }

  private void failed(Entry entry, Exception reason) {
    metrics.count(WorkerMetrics.Counter.REPORT_RETRIES);
    LOG.error(
        "Could not append {} to {}, will try again: {}",
        entry.what(),
        entry.bytes().topic(),
        reason.toString());
    waiting.add(reason instanceof RecordTooLargeException ? entry.shrunk() : entry);
    pause();
  }

  private void send(
      ProducerRecord<byte[], byte[]> bytes, java.util.function.Consumer<Optional<Exception>> done) {
    long before = clock.nanos();
    try {
      // What the future tells, the callback tells too.
      var unused =
          producer.send(
              bytes,
              (metadata, failure) -> inbox.post(() -> done.accept(Optional.ofNullable(failure))));
    } catch (RuntimeException failure) {
      inbox.post(() -> done.accept(Optional.of(failure)));
    }
    if (clock.nanos() - before > BLOCKED.toNanos()) {
      pause();
    }
  }
}
