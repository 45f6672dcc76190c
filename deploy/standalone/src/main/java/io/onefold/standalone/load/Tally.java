package io.onefold.standalone.load;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * What became of each intent of a run. One thread submits, one sees receipts; anyone may read.
 * Times are those of {@link System#nanoTime}.
 */
final class Tally {
  private static final long NONE = Long.MIN_VALUE;

  private final long[] dueAt;
  private final AtomicLongArray latencyNanos;
  private final AtomicLong submitted = new AtomicLong();
  private final AtomicLong received = new AtomicLong();
  private final AtomicLong repeated = new AtomicLong();
  private final Map<String, Long> outcomes = new TreeMap<>();
  private volatile long lastReceiptAt;

  Tally(int count) {
    dueAt = new long[count];
    latencyNanos = new AtomicLongArray(count);
    for (int i = 0; i < count; i++) {
      latencyNanos.set(i, NONE);
    }
  }

  /** Notes that an intent goes out. Must be called before it can have a receipt. */
  void submitted(int index, long due) {
    dueAt[index] = due;
    // Publishes the time above to the thread that sees the receipt.
    submitted.incrementAndGet();
  }

  /** Notes a receipt. */
  synchronized void received(int index, String outcome, long now) {
    long sent = submitted.get();
    if (index < 0 || index >= sent) {
      return;
    }
    if (!latencyNanos.compareAndSet(index, NONE, now - dueAt[index])) {
      repeated.incrementAndGet();
      return;
    }
    outcomes.merge(outcome, 1L, Long::sum);
    lastReceiptAt = now;
    received.incrementAndGet();
  }

  long submitted() {
    return submitted.get();
  }

  long received() {
    return received.get();
  }

  /** Receipts beyond the first of an intent; each is a broken promise. */
  long repeated() {
    return repeated.get();
  }

  long backlog() {
    return submitted.get() - received.get();
  }

  long lastReceiptAt() {
    return lastReceiptAt;
  }

  synchronized Map<String, Long> outcomes() {
    return new TreeMap<>(outcomes);
  }

  /** Of all intents that have a receipt. */
  Latencies latencies() {
    return Latencies.ofNanos(
        IntStream.range(0, latencyNanos.length())
            .mapToLong(latencyNanos::get)
            .filter(latency -> latency != NONE)
            .toArray());
  }
}
