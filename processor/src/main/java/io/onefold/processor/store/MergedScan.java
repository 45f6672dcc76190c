package io.onefold.processor.store;

import io.onefold.codec.StoredOperation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** The operations of several partitions in the order of their IDs. */
final class MergedScan implements OperationStore.Scan {
  private final List<KeyValueIterator<String, StoredOperation>> open = new ArrayList<>();
  private final PriorityQueue<KeyValueIterator<String, StoredOperation>> byNext =
      new PriorityQueue<>(Comparator.comparing(KeyValueIterator::peekNextKey));

  private MergedScan() {}

  /** Opens one iterator for each store; all are closed together. */
  static MergedScan of(List<ReadOnlyKeyValueStore<String, StoredOperation>> stores, String after) {
    MergedScan scan = new MergedScan();
    try {
      for (ReadOnlyKeyValueStore<String, StoredOperation> store : stores) {
        scan.add(after.isEmpty() ? store.all() : store.range(after, null), after);
      }
      return scan;
    } catch (RuntimeException e) {
      scan.close();
      throw e;
    }
  }

  // The range begins at the key itself, which the caller has seen.
  private void add(KeyValueIterator<String, StoredOperation> iterator, String after) {
    open.add(iterator);
    if (iterator.hasNext() && iterator.peekNextKey().equals(after)) {
      iterator.next();
    }
    if (iterator.hasNext()) {
      byNext.add(iterator);
    }
  }

  @Override
  public boolean hasNext() {
    return !byNext.isEmpty();
  }

  @Override
  public StoredOperation next() {
    KeyValueIterator<String, StoredOperation> least = byNext.poll();
    if (least == null) {
      throw new NoSuchElementException("the scan is at its end");
    }
    StoredOperation stored = least.next().value;
    if (least.hasNext()) {
      byNext.add(least);
    }
    return stored;
  }

  @Override
  public void close() {
    open.forEach(KeyValueIterator::close);
  }
}
