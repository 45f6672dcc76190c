package io.onefold.connector.worker;

import io.onefold.connector.Observation;
import io.onefold.connector.SendResult;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What a worker counts. Written by the worker, read by anyone at any time. */
public final class WorkerMetrics {
  /** A count of something that happened. */
  public enum Counter {
    /** Offers read. */
    OFFERS,
    /** Offers of an attempt that was queued, claimed or running already. */
    REPEATED_OFFERS,
    /** Offers dropped because the queue was full or their partition went to another worker. */
    DROPPED_OFFERS,
    /** Claims produced. */
    CLAIMS,
    /** Grants of claims held here. */
    GRANTS,
    /** Grants of claims not held here: another life or another worker made them. */
    SILENT_GRANTS,
    /** Claims given up before they were granted. */
    GIVEN_UP,
    /** Granted attempts not made: the account waits after a deferral, or has no place left. */
    HELD_BACK,
    /** Readback commands taken. */
    READBACKS,
    /** Readback commands dropped because too many waited or their partition went elsewhere. */
    DROPPED_READBACKS,
    /** Records moved to the dead letters. */
    DEAD_LETTERS,
    /** Reports that had to be produced again. */
    REPORT_RETRIES,
    /** Partitions read again from their first record because no committed offset was left. */
    OFFSET_RESETS,
    /** Failures of the consuming thread that it went on after. */
    LOOP_FAILURES
  }

  /**
   * All counts at one moment.
   *
   * @param counts each counter since the start
   * @param sends ended attempts by result, for example {@code ACCEPTED}
   * @param readbacks ended readbacks by result, for example {@code NOT_FOUND}
   * @param queuedOffers offers waiting now
   * @param heldBack what holds queued offers back now, and how many; offers of partitions that are
   *     still being read up are not among them
   * @param inFlight claims and attempts that count against the limit now
   * @param waitingReadbacks readbacks waiting now
   * @param runningReadbacks readbacks running now
   */
  public record Snapshot(
      Map<Counter, Long> counts,
      Map<String, Long> sends,
      Map<String, Long> readbacks,
      int queuedOffers,
      Map<Hold, Integer> heldBack,
      int inFlight,
      int waitingReadbacks,
      int runningReadbacks) {
    /** One count. */
    public long count(Counter counter) {
      return counts.getOrDefault(counter, 0L);
    }
  }

  private final Map<Counter, LongAdder> counts = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> sends = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> readbacks = new ConcurrentHashMap<>();
  private volatile int queuedOffers;
  private volatile Map<Hold, Integer> heldBack = Map.of();
  private volatile int inFlight;
  private volatile int waitingReadbacks;
  private volatile int runningReadbacks;

  void count(Counter counter) {
    add(counts, counter, 1);
  }

  void count(Counter counter, int times) {
    add(counts, counter, times);
  }

  void sent(SendResult result) {
    add(sends, ResultMapper.label(result), 1);
  }

  void readBack(Observation observation) {
    add(readbacks, ResultMapper.label(observation), 1);
  }

  void sendsNow(int queued, int flying, Map<Hold, Integer> held) {
    queuedOffers = queued;
    heldBack = Map.copyOf(held);
    inFlight = flying;
  }

  void readbacksNow(int waiting, int running) {
    waitingReadbacks = waiting;
    runningReadbacks = running;
  }

  /** All counts now. */
  public Snapshot snapshot() {
    return new Snapshot(
        sums(counts),
        sums(sends),
        sums(readbacks),
        queuedOffers,
        heldBack,
        inFlight,
        waitingReadbacks,
        runningReadbacks);
  }

  private static <K> void add(Map<K, LongAdder> adders, K key, long times) {
    adders.computeIfAbsent(key, any -> new LongAdder()).add(times);
  }

  private static <K> Map<K, Long> sums(Map<K, LongAdder> adders) {
    Map<K, Long> sums = new TreeMap<>();
    adders.forEach((key, adder) -> sums.put(key, adder.sum()));
    return Map.copyOf(sums);
  }
}
