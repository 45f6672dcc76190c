package io.onefold.topology;

import io.onefold.codec.StoredDestination;
import io.onefold.codec.StoredHead;
import io.onefold.codec.StoredOperation;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The stores of one task; Kafka Streams keeps them together with what was sent and read. */
record StreamsStore(
    KeyValueStore<String, StoredOperation> operations,
    KeyValueStore<String, Long> workers,
    KeyValueStore<String, StoredDestination> suspensions,
    KeyValueStore<Integer, StoredHead> heads,
    int partition,
    MarkedKeys timers,
    MarkKeeper marks)
    implements PartitionStore {

  static StreamsStore of(ProcessorContext<?, ?> context) {
    return over(
        context.getStateStore(Stores.OPERATIONS),
        context.getStateStore(Stores.WORKERS),
        context.getStateStore(Stores.DESTINATIONS),
        context.getStateStore(Stores.HEADS),
        context.taskId().partition(),
        context.getStateStore(Stores.TIMERS),
        context.getStateStore(Stores.MARKS));
  }

  static StreamsStore over(
      KeyValueStore<String, StoredOperation> operations,
      KeyValueStore<String, Long> workers,
      KeyValueStore<String, StoredDestination> suspensions,
      KeyValueStore<Integer, StoredHead> heads,
      int partition,
      KeyValueStore<Bytes, byte[]> timers,
      KeyValueStore<String, byte[]> marked) {
    MarkKeeper marks = new MarkKeeper(marked);
    MarkedKeys keys = new MarkedKeys(new Keys(timers), marks);
    return new StreamsStore(operations, workers, suspensions, heads, partition, keys, marks);
  }

  @Override
  public @Nullable StoredOperation operation(String operationId) {
    return operations.get(operationId);
  }

  /** Operations whose IDs come after this one, by their IDs, in order, at most so many. */
  List<KeyValue<String, StoredOperation>> operationsAfter(String operationId, int atMost) {
    List<KeyValue<String, StoredOperation>> page = new ArrayList<>();
    // The least text above the ID: no key lies between.
    try (KeyValueIterator<String, StoredOperation> entries =
        operations.range(operationId + '\0', null)) {
      while (page.size() < atMost && entries.hasNext()) {
        page.add(entries.next());
      }
    }
    return page;
  }

  @Override
  public void keep(StoredOperation operation) {
    operations.put(operation.state().operationId(), operation);
  }

  @Override
  public @Nullable Long newestLife(String workerId) {
    return workers.get(workerId);
  }

  @Override
  public void keepLife(String workerId, long incarnation) {
    workers.put(workerId, incarnation);
    marks.change(m -> m.kept(new Marks.Life(workerId, incarnation)));
  }

  @Override
  public List<StoredDestination> destinations() {
    List<StoredDestination> all = new ArrayList<>();
    try (KeyValueIterator<String, StoredDestination> entries = suspensions.all()) {
      entries.forEachRemaining(entry -> all.add(entry.value));
    }
    return all;
  }

  @Override
  public void keep(StoredDestination destination) {
    suspensions.put(destination.name(), destination);
    marks.change(
        m -> m.kept(new Marks.Stored(destination.name(), MarkKeeper.checksum(destination))));
  }

  /** The same, and marks which was added last. */
  record MarkedKeys(Keys keys, MarkKeeper marks) implements SortedKeys {
    @Override
    public void add(Bytes key) {
      keys.add(key);
      marks.change(m -> m.added(key.get()));
    }

    @Override
    public void remove(Bytes key) {
      keys.remove(key);
      marks.change(m -> m.removed(key.get()));
    }

    @Override
    public List<Bytes> first(Bytes from, Bytes to, int atMost) {
      return keys.first(from, to, atMost);
    }

    /** True if the key is there. */
    boolean holds(Bytes key) {
      return keys.store().get(key) != null;
    }
  }

  @Override
  public StoredHead head() {
    StoredHead stored = heads.get(partition);
    return stored == null ? StoredHead.EMPTY : stored;
  }

  @Override
  public void keep(StoredHead head) {
    heads.put(partition, head);
  }

  /** The keys of a store whose values mean nothing. */
  record Keys(KeyValueStore<Bytes, byte[]> store) implements SortedKeys {
    private static final byte[] NOTHING = new byte[0];

    @Override
    public void add(Bytes key) {
      store.put(key, NOTHING);
    }

    @Override
    public void remove(Bytes key) {
      store.delete(key);
    }

    @Override
    public List<Bytes> first(Bytes from, Bytes to, int atMost) {
      List<Bytes> first = new ArrayList<>();
      try (KeyValueIterator<Bytes, byte[]> all = store.range(from, to)) {
        while (first.size() < atMost && all.hasNext()) {
          first.add(all.next().key);
        }
      }
      return first;
    }
  }
}
