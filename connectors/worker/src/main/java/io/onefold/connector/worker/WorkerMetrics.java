package io.onefold.connector.worker;

import io.onefold.connector.Observation;
import io.onefold.connector.SendResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
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

  /** Words for how attempts end. */
  public static final List<String> SEND_RESULTS =
      List.of("ACCEPTED", "ACCEPTED_LATER", "REFUSED", "DEFERRED", "NOT_SENT", "UNKNOWN");

  /** Words for what readbacks see. */
  public static final List<String> READBACK_RESULTS = List.of("FOUND", "NOT_FOUND", "INCONCLUSIVE");

  /**
   * How calls of a destination ended.
   *
   * @param destination its name in the contracts
   * @param result for example {@code ACCEPTED} or {@code NOT_FOUND}
   */
  public record Outcome(String destination, String result) {}

  /**
   * All counts at one moment.
   *
   * @param counts each counter since the start
   * @param sends ended attempts
   * @param readbacks ended readbacks that the ledger asked for
   * @param queuedOffers offers waiting now
   * @param heldBack what holds queued offers back now, and how many; offers of partitions that are
   *     still being read up are not among them
   * @param inFlight claims and attempts that count against the limit now
   * @param waitingReadbacks readbacks waiting now
   * @param runningReadbacks readbacks running now
   * @param partitions partitions that are this worker's now; empty until its group has given it
   *     any, or none
   * @param sinceTurn time since its thread last went round; it does so many times a second
   */
  public record Snapshot(
      Map<Counter, Long> counts,
      Map<Outcome, Long> sends,
      Map<Outcome, Long> readbacks,
      int queuedOffers,
      Map<Hold, Integer> heldBack,
      int inFlight,
      int waitingReadbacks,
      int runningReadbacks,
      OptionalInt partitions,
      Duration sinceTurn) {
    /** One count. */
    public long count(Counter counter) {
      return counts.getOrDefault(counter, 0L);
    }
  }

  private final Map<Counter, LongAdder> counts = new ConcurrentHashMap<>();
  private final Map<Outcome, LongAdder> sends = new ConcurrentHashMap<>();
  private final Map<Outcome, LongAdder> readbacks = new ConcurrentHashMap<>();
  private volatile int queuedOffers;
  private volatile Map<Hold, Integer> heldBack = Map.of();
  private volatile int inFlight;
  private volatile int waitingReadbacks;
  private volatile int runningReadbacks;
  private volatile OptionalInt partitions = OptionalInt.empty();
  private volatile long turnedAt = System.nanoTime();

  void count(Counter counter) {
    add(counts, counter, 1);
  }

  void count(Counter counter, int times) {
    add(counts, counter, times);
  }

  void sent(String destination, SendResult result) {
    add(sends, new Outcome(destination, ResultMapper.label(result)), 1);
  }

  void readBack(String destination, Observation observation) {
    add(readbacks, new Outcome(destination, ResultMapper.label(observation)), 1);
  }

  /** So many partitions are this worker's. */
  void assigned(int now) {
    partitions = OptionalInt.of(now);
  }

  /** The worker is no member of its group, or does not know whether it is. */
  void unassigned() {
    partitions = OptionalInt.empty();
  }

  /** The thread went round once. */
  void turned() {
    turnedAt = System.nanoTime();
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
        runningReadbacks,
        partitions,
        Duration.ofNanos(System.nanoTime() - turnedAt));
  }

  private static <K> void add(Map<K, LongAdder> adders, K key, long times) {
    adders.computeIfAbsent(key, any -> new LongAdder()).add(times);
  }

  private static <K> Map<K, Long> sums(Map<K, LongAdder> adders) {
    Map<K, Long> sums = new HashMap<>();
    adders.forEach((key, adder) -> sums.put(key, adder.sum()));
    return Map.copyOf(sums);
  }
}
