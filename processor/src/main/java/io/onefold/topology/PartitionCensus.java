package io.onefold.topology;

import io.onefold.codec.StoredDestination;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.Attempt;
import io.onefold.operation.Concern;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.CommitUnknown;
import io.onefold.operation.OperationState.Ready;
import io.onefold.operation.Questions;
import io.onefold.operation.Reason;
import io.onefold.operation.StateName;
import io.onefold.schema.Topics;
import io.onefold.suspension.Suspension;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.streams.KeyValue;

/**
 * What one partition holds now, in numbers. Written by the partition's thread, read by anyone.
 *
 * <p>Nothing is stored for it: after a takeover the store is passed once, in the order of its keys
 * and a little at a time, while the ledger works on. What is decided about an operation that was
 * passed is counted at once; any other is counted as the pass finds it. So the numbers grow to
 * their full size, never count anything twice, and are whole when the pass has ended.
 */
public final class PartitionCensus {
  /** Operations read at a time. */
  static final int PAGE = 100;

  /** What a pass may take of each {@link OperationProcessor#TICK}. */
  static final Duration SHARE = Duration.ofMillis(10);

  private final int partition;
  private final int partitions;
  private final Map<StateName, Long> states = new ConcurrentHashMap<>();
  private final Map<Reason, Long> questions = new ConcurrentHashMap<>();

  /** READY operations by destination. */
  private final Map<String, Long> waiting = new ConcurrentHashMap<>();

  /** COMMIT_UNKNOWN operations by the second in which their attempt was granted. */
  private final ConcurrentSkipListMap<Long, Long> unknown = new ConcurrentSkipListMap<>();

  private volatile Map<String, Suspension> suspended = Map.of();
  private volatile boolean whole;

  /** The last operation that the pass has counted; before every ID at first. */
  private String countedTo = "";

  private volatile long latenessMs;
  private volatile long lookedAtNanos = System.nanoTime();

  PartitionCensus(int partition, int partitions) {
    this.partition = partition;
    this.partitions = partitions;
  }

  /** Where a pass finds the operations. */
  interface Source {
    /** Those whose IDs come after this one, by their IDs, in order, at most so many. */
    List<KeyValue<String, StoredOperation>> operationsAfter(String operationId, int atMost);
  }

  /** Goes on with the pass for as long as {@link #SHARE}. */
  void goOn(Source source) {
    long end = System.nanoTime() + SHARE.toNanos();
    while (!whole && System.nanoTime() < end) {
      List<KeyValue<String, StoredOperation>> page = source.operationsAfter(countedTo, PAGE);
      for (KeyValue<String, StoredOperation> stored : page) {
        add(stored.value.state(), 1);
        countedTo = stored.key;
      }
      whole = page.size() < PAGE;
    }
  }

  /** An operation has changed. */
  void moved(OperationState before, OperationState after) {
    if (whole || after.operationId().compareTo(countedTo) <= 0) {
      add(before, -1);
      add(after, 1);
    }
  }

  private void add(OperationState state, long times) {
    if (state instanceof Absent) {
      // Stored only where something was said about an operation that nobody asked for.
      return;
    }
    add(states, StateName.of(state), times);
    Optional<Concern> question = Questions.open(state);
    question.ifPresent(open -> add(questions, open.reason(), times));
    if (state instanceof Ready ready) {
      add(waiting, DestinationGates.destination(ready), times);
    } else if (state instanceof CommitUnknown open) {
      add(unknown, since(open).getEpochSecond(), times);
    }
  }

  private static <K> void add(Map<K, Long> counts, K key, long times) {
    var unused =
        counts.compute(
            key,
            (same, count) -> {
              long now = (count == null ? 0 : count) + times;
              return now == 0 ? null : now;
            });
  }

  private static Instant since(CommitUnknown state) {
    List<Attempt> attempts = state.operation().attempts().entries();
    return attempts.isEmpty()
        ? state.operation().attempts().waitingSince()
        : attempts.getLast().startedAt();
  }

  /** What this partition knows of its destinations. */
  void destinations(Collection<StoredDestination> known) {
    if (known.isEmpty() && suspended.isEmpty()) {
      return;
    }
    Map<String, Suspension> now = new HashMap<>();
    for (StoredDestination destination : known) {
      if (isHome(destination.name())) {
        destination
            .control()
            .phase()
            .whyNotOpen()
            .ifPresent(why -> now.put(destination.name(), why));
      }
    }
    suspended = Map.copyOf(now);
  }

  /** Every partition learns of every destination; only its home counts it. */
  private boolean isHome(String destination) {
    byte[] key = destination.getBytes(StandardCharsets.UTF_8);
    return Topics.partitionOf(key, partitions) == partition;
  }

  /**
   * Due timers were looked for.
   *
   * @param earliestMs when the earliest of those found was due; empty if none was
   */
  void lookedAtTimers(Instant now, OptionalLong earliestMs) {
    latenessMs = Math.max(0, now.toEpochMilli() - earliestMs.orElse(now.toEpochMilli()));
    lookedAtNanos = System.nanoTime();
  }

  /** How late the earliest timer was at the last look, and how long ago that look is. */
  Duration timerLag() {
    Duration sinceLook = Duration.ofNanos(System.nanoTime() - lookedAtNanos);
    boolean usual = sinceLook.compareTo(OperationProcessor.TICK.multipliedBy(5)) < 0;
    return Duration.ofMillis(latenessMs).plus(usual ? Duration.ZERO : sinceLook);
  }

  /** True once everything stored is counted. */
  boolean isWhole() {
    return whole;
  }

  long operations(StateName state) {
    return states.getOrDefault(state, 0L);
  }

  Map<Reason, Long> questions() {
    return Map.copyOf(questions);
  }

  Map<String, Long> waiting() {
    return Map.copyOf(waiting);
  }

  Map<String, Suspension> suspended() {
    return suspended;
  }

  /** Since when the oldest unknown outcome is unknown: the grant of its attempt. */
  Optional<Instant> oldestUnknown() {
    Map.Entry<Long, Long> first = unknown.firstEntry();
    return first == null ? Optional.empty() : Optional.of(Instant.ofEpochSecond(first.getKey()));
  }
}
