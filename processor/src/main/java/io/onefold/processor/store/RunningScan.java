package io.onefold.processor.store;

import io.onefold.codec.StoredOperation;
import io.onefold.topology.TimerIndex;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The operations of several partitions that have not ended: those that stand in the timer index, so
 * that the many that have ended need not be passed.
 */
final class RunningScan implements OperationStore.Scan {
  private final List<KeyValueIterator<Bytes, byte[]>> open = new ArrayList<>();
  private final Deque<Part> parts = new ArrayDeque<>();
  private @Nullable StoredOperation next;

  private RunningScan() {}

  /** The stores of one partition. */
  record Partition(
      ReadOnlyKeyValueStore<Bytes, byte[]> timers,
      ReadOnlyKeyValueStore<String, StoredOperation> operations) {}

  private record Part(
      KeyValueIterator<Bytes, byte[]> keys,
      ReadOnlyKeyValueStore<String, StoredOperation> operations) {}

  /** Opens one iterator for each partition; all are closed together. */
  static RunningScan of(List<Partition> partitions) {
    RunningScan scan = new RunningScan();
    try {
      for (Partition partition : partitions) {
        KeyValueIterator<Bytes, byte[]> keys =
            partition.timers().range(TimerIndex.firstRunning(), TimerIndex.afterRunning());
        scan.open.add(keys);
        scan.parts.add(new Part(keys, partition.operations()));
      }
      scan.advance();
      return scan;
    } catch (RuntimeException e) {
      scan.close();
      throw e;
    }
  }

  private void advance() {
    next = null;
    while (next == null && !parts.isEmpty()) {
      Part part = parts.getFirst();
      if (part.keys().hasNext()) {
        // An operation that has just moved may be gone from here.
        next = part.operations().get(TimerIndex.operationId(part.keys().next().key));
      } else {
        parts.removeFirst();
      }
    }
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  @Override
  public StoredOperation next() {
    StoredOperation found = next;
    if (found == null) {
      throw new NoSuchElementException("the scan is at its end");
    }
    advance();
    return found;
  }

  @Override
  public void close() {
    open.forEach(KeyValueIterator::close);
  }
}
