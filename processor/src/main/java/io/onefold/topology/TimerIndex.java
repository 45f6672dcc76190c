package io.onefold.topology;

import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Unresolved;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Which operation is to be looked at when. One entry for each operation that waits: its key is the
 * due time (8 bytes, big endian, so that keys sort by time) and the operation ID. An entry may
 * stand earlier than the operation's first timer, never later: a timer that moves back costs
 * nothing until the entry is due.
 */
final class TimerIndex {
  /**
   * Where operations stand that wait for a person alone: after every time, but still to be found.
   */
  static final long WAITS_FOR_A_PERSON = Long.MAX_VALUE;

  private static final byte[] NOTHING = new byte[0];

  private final KeyValueStore<Bytes, byte[]> store;

  TimerIndex(KeyValueStore<Bytes, byte[]> store) {
    this.store = store;
  }

  /** An entry. */
  record Entry(long dueMs, String operationId) {}

  /** Moves the operation's entry to where its new state wants it, and says where that is. */
  long move(StoredOperation before, OperationState after) {
    String id = after.operationId();
    long have = before.scheduledAtMs();
    long want = wanted(after);
    if (want == StoredOperation.UNSCHEDULED) {
      remove(have, id);
      return StoredOperation.UNSCHEDULED;
    }
    if (have != StoredOperation.UNSCHEDULED && have <= want) {
      return have;
    }
    remove(have, id);
    store.put(key(want, id), NOTHING);
    return want;
  }

  private static long wanted(OperationState after) {
    if (!(after instanceof Known known)) {
      return StoredOperation.UNSCHEDULED;
    }
    Optional<Instant> first = known.operation().timers().first();
    return first
        .map(Instant::toEpochMilli)
        .orElse(after instanceof Unresolved ? WAITS_FOR_A_PERSON : StoredOperation.UNSCHEDULED);
  }

  /** Removes an entry, if the operation has one. */
  void remove(long dueMs, String operationId) {
    if (dueMs != StoredOperation.UNSCHEDULED) {
      store.delete(key(dueMs, operationId));
    }
  }

  /** Entries due up to and including this time, the earliest first, at most so many. */
  List<Entry> dueUntil(Instant until, int atMost) {
    return between(0, until.toEpochMilli(), atMost);
  }

  /** Entries of operations that wait for a person alone. */
  List<Entry> waitingForAPerson() {
    return between(WAITS_FOR_A_PERSON, WAITS_FOR_A_PERSON, Integer.MAX_VALUE);
  }

  private List<Entry> between(long fromMs, long untilMs, int atMost) {
    List<Entry> entries = new ArrayList<>();
    Bytes from = Bytes.wrap(ByteBuffer.allocate(Long.BYTES).putLong(fromMs).array());
    try (KeyValueIterator<Bytes, byte[]> all = store.range(from, null)) {
      while (all.hasNext() && entries.size() < atMost) {
        KeyValue<Bytes, byte[]> next = all.next();
        ByteBuffer key = ByteBuffer.wrap(next.key.get());
        long dueMs = key.getLong();
        if (dueMs > untilMs) {
          break;
        }
        entries.add(new Entry(dueMs, StandardCharsets.UTF_8.decode(key).toString()));
      }
    }
    return entries;
  }

  private static Bytes key(long dueMs, String operationId) {
    byte[] id = operationId.getBytes(StandardCharsets.UTF_8);
    return Bytes.wrap(ByteBuffer.allocate(Long.BYTES + id.length).putLong(dueMs).put(id).array());
  }
}
