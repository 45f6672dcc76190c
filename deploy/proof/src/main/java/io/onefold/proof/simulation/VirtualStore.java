package io.onefold.proof.simulation;

import io.onefold.codec.DestinationSnapshotCodec;
import io.onefold.codec.HeadSnapshotCodec;
import io.onefold.codec.StoredDestination;
import io.onefold.codec.StoredHead;
import io.onefold.codec.StoredOperation;
import io.onefold.topology.PartitionStore;
import io.onefold.topology.SortedKeys;
import io.onefold.topology.StoredOperationSerde;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** The stores of one partition, with transactions. */
final class VirtualStore implements PartitionStore, SortedKeys {
  private static final StoredOperationSerde SERDE = new StoredOperationSerde();

  private final boolean asBytes;
  private final Map<String, StoredOperation> operations = new TreeMap<>();
  private final Map<String, Long> lives = new HashMap<>();
  private final Map<String, StoredDestination> destinations = new TreeMap<>();
  private final TreeSet<Bytes> keys = new TreeSet<>();
  private StoredHead head = StoredHead.EMPTY;
  private final Deque<Runnable> undo = new ArrayDeque<>();

  /** {@code asBytes}: what is stored goes through the codec, as in the real store. */
  VirtualStore(boolean asBytes) {
    this.asBytes = asBytes;
  }

  @Override
  public @Nullable StoredOperation operation(String operationId) {
    return operations.get(operationId);
  }

  @Override
  public void keep(StoredOperation operation) {
    String id = operation.state().operationId();
    StoredOperation before = operations.put(id, asBytes ? through(operation) : operation);
    undo.push(() -> restore(operations, id, before));
  }

  private static StoredOperation through(StoredOperation operation) {
    byte[] bytes = SERDE.serializer().serialize("", operation);
    return SERDE.deserializer().deserialize("", bytes);
  }

  private static <K, V> void restore(Map<K, V> map, K key, @Nullable V before) {
    if (before == null) {
      map.remove(key);
    } else {
      map.put(key, before);
    }
  }

  @Override
  public @Nullable Long newestLife(String workerId) {
    return lives.get(workerId);
  }

  @Override
  public void keepLife(String workerId, long incarnation) {
    Long before = lives.put(workerId, incarnation);
    undo.push(() -> restore(lives, workerId, before));
  }

  @Override
  public List<StoredDestination> destinations() {
    return List.copyOf(destinations.values());
  }

  @Override
  public void keep(StoredDestination destination) {
    StoredDestination kept =
        asBytes
            ? DestinationSnapshotCodec.decode(DestinationSnapshotCodec.encode(destination))
            : destination;
    StoredDestination before = destinations.put(destination.name(), kept);
    undo.push(() -> restore(destinations, destination.name(), before));
  }

  @Override
  public StoredHead head() {
    return head;
  }

  @Override
  public void keep(StoredHead next) {
    StoredHead before = head;
    head = asBytes ? HeadSnapshotCodec.decode(HeadSnapshotCodec.encode(next)) : next;
    undo.push(() -> head = before);
  }

  @Override
  public SortedKeys timers() {
    return this;
  }

  @Override
  public void add(Bytes key) {
    if (keys.add(key)) {
      undo.push(() -> keys.remove(key));
    }
  }

  @Override
  public void remove(Bytes key) {
    if (keys.remove(key)) {
      undo.push(() -> keys.add(key));
    }
  }

  @Override
  public List<Bytes> first(Bytes from, Bytes to, int atMost) {
    List<Bytes> first = new ArrayList<>();
    for (Bytes key : keys.subSet(from, true, to, true)) {
      if (first.size() == atMost) {
        break;
      }
      first.add(key);
    }
    return first;
  }

  /** True if something was changed since the last commit. */
  boolean isChanged() {
    return !undo.isEmpty();
  }

  void commit() {
    undo.clear();
  }

  void rollback() {
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
  }

  /** Everything that is stored, by operation ID. */
  Map<String, StoredOperation> operations() {
    return operations;
  }

  /**
   * When the first timer is due, by the clock that set it.
   *
   * @param ended of the operations that have ended, or of the others
   */
  OptionalLong firstDue(boolean ended) {
    byte range = (byte) (ended ? 1 : 0);
    Bytes first = keys.ceiling(Bytes.wrap(new byte[] {range}));
    if (first == null || first.get()[0] != range) {
      return OptionalLong.empty();
    }
    long due = ByteBuffer.wrap(first.get()).getLong(1);
    // Operations that wait for a person stand at the end of all time.
    return due == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(due);
  }
}
