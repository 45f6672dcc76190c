package io.onefold.topology;

import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Ready;
import io.onefold.operation.OperationState.Unresolved;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;

/**
 * Which operation is to be looked at when. One entry for each operation that waits: its key is
 * whether the operation has ended (one byte), the due time (8 bytes, big endian, so that keys sort
 * by time) and the operation ID. An entry may stand earlier than the operation's first timer, never
 * later: a timer that moves back costs nothing until the entry is due.
 *
 * <p>Those that have ended stand apart, because they only wait to be forgotten and soon outnumber
 * the others by far: whoever looks for running operations need not pass them.
 */
public final class TimerIndex {
  /**
   * Where operations stand that wait for a person alone, themselves or their suspended destination:
   * after every time, but still to be found.
   */
  static final long WAITS_FOR_A_DECISION = Long.MAX_VALUE;

  private final SortedKeys keys;

  /**
   * Of each range, a time before which it is known to be empty. What fired before leaves marks of
   * deletion in the store, tens of thousands at a busy time; every look from the beginning would
   * pass them all.
   */
  private final long[] emptyBefore = new long[2];

  TimerIndex(SortedKeys keys) {
    this.keys = keys;
  }

  /** The least key of an entry whose operation has not ended. */
  public static Bytes firstRunning() {
    return start(false, 0);
  }

  /** A key above those of all entries whose operations have not ended. */
  public static Bytes afterRunning() {
    return start(true, 0);
  }

  /** The operation ID in the key of an entry. */
  public static String operationId(Bytes key) {
    return entry(key).operationId();
  }

  /** The key of the entry of a stored operation; empty if it stands nowhere. */
  public static Optional<Bytes> keyOf(StoredOperation stored) {
    return stored.scheduledAtMs() == StoredOperation.UNSCHEDULED
        ? Optional.empty()
        : Optional.of(entryOf(stored.state(), stored.scheduledAtMs()).key());
  }

  /** The same operation, standing where its state wants it. */
  public static StoredOperation scheduled(StoredOperation stored) {
    return stored.scheduledAt(wanted(stored.state()));
  }

  private static Entry entryOf(OperationState state, long dueMs) {
    return new Entry(state instanceof Final, dueMs, state.operationId());
  }

  /** An entry; {@code ended} if its operation has ended. */
  record Entry(boolean ended, long dueMs, String operationId) {
    private Bytes key() {
      byte[] id = operationId.getBytes(StandardCharsets.UTF_8);
      ByteBuffer key = ByteBuffer.allocate(1 + Long.BYTES + id.length);
      return Bytes.wrap(key.put(range(ended)).putLong(dueMs).put(id).array());
    }
  }

  /** Moves the operation's entry to where its new state wants it, and says where that is. */
  long move(StoredOperation before, OperationState after) {
    Entry have = entryOf(before.state(), before.scheduledAtMs());
    Entry want = entryOf(after, wanted(after));
    boolean stands = have.dueMs() != StoredOperation.UNSCHEDULED;
    boolean waits = want.dueMs() != StoredOperation.UNSCHEDULED;
    if (stands && waits && have.ended() == want.ended() && have.dueMs() <= want.dueMs()) {
      return have.dueMs();
    }
    if (stands) {
      remove(have);
    }
    if (waits) {
      keys.add(want.key());
      int range = range(want.ended());
      emptyBefore[range] = Math.min(emptyBefore[range], want.dueMs());
    }
    return want.dueMs();
  }

  private static long wanted(OperationState after) {
    if (!(after instanceof Known known)) {
      return StoredOperation.UNSCHEDULED;
    }
    Optional<Instant> first = known.operation().timers().first();
    return first
        .map(Instant::toEpochMilli)
        .orElse(
            after instanceof Unresolved || after instanceof Ready
                ? WAITS_FOR_A_DECISION
                : StoredOperation.UNSCHEDULED);
  }

  /** Removes an entry. */
  void remove(Entry entry) {
    keys.remove(entry.key());
  }

  /**
   * Entries due up to and including this time, at most so many: the earliest of those that run
   * first, then of those that have ended.
   */
  List<Entry> dueUntil(Instant until, int atMost) {
    List<Entry> due = new ArrayList<>();
    due(false, until.toEpochMilli(), atMost, due);
    due(true, until.toEpochMilli(), atMost - due.size(), due);
    return due;
  }

  private void due(boolean ended, long untilMs, int atMost, List<Entry> into) {
    int range = range(ended);
    if (atMost <= 0 || emptyBefore[range] > untilMs) {
      return;
    }
    int first = into.size();
    read(start(ended, emptyBefore[range]), start(ended, untilMs + 1), atMost, into);
    emptyBefore[range] = into.size() > first ? into.get(first).dueMs() : untilMs + 1;
  }

  /** Entries of operations that have not ended, beyond the last one seen, at most so many. */
  List<Entry> running(Optional<Entry> lastSeen, int atMost) {
    List<Entry> running = new ArrayList<>();
    Bytes from =
        lastSeen.map(TimerIndex::justAfter).orElse(start(false, emptyBefore[range(false)]));
    read(from, start(true, 0), atMost, running);
    return running;
  }

  // No key is as short as the bounds, so it does not matter that they are included.
  private void read(Bytes from, Bytes to, int atMost, List<Entry> into) {
    for (Bytes found : keys.first(from, to, atMost)) {
      into.add(entry(found));
    }
  }

  private static Entry entry(Bytes found) {
    ByteBuffer key = ByteBuffer.wrap(found.get());
    boolean ended = key.get() == range(true);
    return new Entry(ended, key.getLong(), StandardCharsets.UTF_8.decode(key).toString());
  }

  private static Bytes start(boolean ended, long dueMs) {
    return Bytes.wrap(ByteBuffer.allocate(1 + Long.BYTES).put(range(ended)).putLong(dueMs).array());
  }

  private static Bytes justAfter(Entry entry) {
    byte[] key = entry.key().get();
    return Bytes.wrap(Arrays.copyOf(key, key.length + 1));
  }

  private static byte range(boolean ended) {
    return (byte) (ended ? 1 : 0);
  }
}
