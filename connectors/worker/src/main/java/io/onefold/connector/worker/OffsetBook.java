package io.onefold.connector.worker;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Up to where each partition of commands may be committed.
 *
 * <p>An offer holds its offset until its claim is in the log or it was dropped; a readback until
 * its report is in the log; a grant holds nothing, because reading it again finds no claim. So a
 * restart reads again what was not finished. A hold ends by itself after {@link #LONGEST_HOLD} and
 * with the {@link #MOST_HOLDS}th hold after it: one slow destination must not keep the group's
 * offsets back for ever, and all that is lost then is time, since the ledger offers and asks again
 * by itself.
 *
 * <p>Called by one thread at a time.
 */
public final class OffsetBook {
  /** Longest time that one command holds the offsets of its partition back. */
  public static final Duration LONGEST_HOLD = Duration.ofSeconds(30);

  /** Most commands of one partition that hold offsets back. */
  public static final int MOST_HOLDS = 10_000;

  private final WorkerClock clock;
  private final Map<Integer, Partition> partitions = new HashMap<>();

  public OffsetBook(WorkerClock clock) {
    this.clock = clock;
  }

  /** The next offset to read of a partition; everything below was handled or is held. */
  public void readTo(int partition, long nextOffset) {
    partition(partition).next = nextOffset;
  }

  /** Keeps the offset of a command from being committed. */
  public void hold(Position position) {
    TreeMap<Long, Long> holds = partition(position.partition()).holds;
    holds.put(position.offset(), clock.nanos());
    if (holds.size() > MOST_HOLDS) {
      holds.pollFirstEntry();
    }
  }

  /** Lets the offset go. Does nothing for a position that is not held. */
  public void release(Position position) {
    Partition partition = partitions.get(position.partition());
    if (partition != null) {
      partition.holds.remove(position.offset());
    }
  }

  /** Forgets partitions that another worker reads from now on. */
  public void forget(Collection<Integer> gone) {
    gone.forEach(partitions::remove);
  }

  /** For each partition the offset that may be committed now, where it differs from the last. */
  public Map<Integer, Long> due() {
    Map<Integer, Long> due = new HashMap<>();
    long oldest = clock.nanos() - LONGEST_HOLD.toNanos();
    partitions.forEach(
        (number, partition) -> {
          partition.holds.values().removeIf(since -> since - oldest <= 0);
          long offset = partition.holds.isEmpty() ? partition.next : partition.holds.firstKey();
          if (offset >= 0 && offset != partition.committed) {
            due.put(number, offset);
          }
        });
    return due;
  }

  /** Notes that an offset was committed. */
  public void committed(int partition, long offset) {
    Partition known = partitions.get(partition);
    if (known != null) {
      known.committed = offset;
    }
  }

  private Partition partition(int number) {
    return partitions.computeIfAbsent(number, any -> new Partition());
  }

  private static final class Partition {
    private final TreeMap<Long, Long> holds = new TreeMap<>();
    private long next = -1;
    private long committed = -1;
  }
}
