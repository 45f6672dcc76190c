package io.onefold.processor.rebuild;

import io.onefold.codec.JournalCodec;
import io.onefold.codec.SnapshotCodec;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationEvent;
import io.onefold.operation.OperationEvolver;
import io.onefold.operation.OperationInput;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.StateName;
import io.onefold.processor.rebuild.FoldStore.Space;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import io.onefold.topology.JournalWriter;
import io.onefold.topology.Marks;
import io.onefold.topology.StartRefusedException;
import io.onefold.topology.TimerIndex;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Folds one partition of the journal into the state that it tells of, and checks all of it: keys,
 * numbers, chains, and that each state is the one that was named. Used by one thread.
 */
final class JournalFold {
  /** Operations of which events come at one time stay in memory meanwhile. */
  private static final int AT_ONCE = 20_000;

  private final FoldStore store;
  private final int partition;
  private final int partitions;
  private final FoldListener listener;
  private final AvroSerde<io.onefold.schema.OperationEvent> events;
  private final Causes causes = new Causes();
  private final Recent recent = new Recent();
  private Optional<Marks.Head> head = Optional.empty();
  private long count;
  private long open;

  JournalFold(
      FoldStore store, int partition, int partitions, SchemaIds ids, FoldListener listener) {
    this.store = store;
    this.partition = partition;
    this.partitions = partitions;
    this.listener = listener;
    this.events = AvroSerde.of(io.onefold.schema.OperationEvent.class, ids);
  }

  /**
   * Takes the next event.
   *
   * @throws StartRefusedException if it cannot follow, with what is wrong where
   */
  void next(ConsumerRecord<byte[], byte[]> record) {
    try {
      evolve(record);
    } catch (RuntimeException e) {
      throw new StartRefusedException(
          "the journal is broken at offset %d of %s-%d: %s; bring the topic back as it was from a backup or a mirror"
              .formatted(record.offset(), record.topic(), partition, e.getMessage()),
          e);
    }
  }

  private void evolve(ConsumerRecord<byte[], byte[]> record) {
    io.onefold.schema.OperationEvent avro =
        events.deserializer().deserialize(record.topic(), record.value());
    OperationEvent event = JournalCodec.read(avro);
    String id = event.operationId();
    checkKey(record, id);
    StoredOperation before =
        find(id).orElseGet(() -> StoredOperation.absent(id, event.input().at().toEpochMilli()));
    Marks.Head end = Marks.Head.of(record.key(), record.value());
    String chain = HexFormat.of().formatHex(end.chain());
    check(
        chain.equals(HexFormat.of().formatHex(JournalWriter.chain(record.value(), before.chain()))),
        "event %d of operation '%s' breaks its chain".formatted(event.sequence(), id));
    OperationState after = OperationEvolver.evolve(before.state(), event);
    check(
        StateName.of(after).name().equals(avro.getStateAfter()),
        "event %d of operation '%s' leads to %s, but says %s"
            .formatted(event.sequence(), id, StateName.of(after), avro.getStateAfter()));
    StoredOperation stored =
        TimerIndex.scheduled(
            before.followedBy(after, chain, event.input().at(), StoredOperation.UNSCHEDULED));
    recent.put(id, stored);
    open += (StateWriter.isOpen(stored) ? 1 : 0) - (StateWriter.isOpen(before) ? 1 : 0);
    listener.evolved(before, event, stored);
    note(event.input(), id, after);
    head = Optional.of(end);
    count++;
  }

  private void checkKey(ConsumerRecord<byte[], byte[]> record, String id) {
    String key = new String(record.key(), StandardCharsets.UTF_8);
    check(key.equals(id), "its key is '%s', but it speaks of operation '%s'".formatted(key, id));
    int home = Topics.partitionOf(record.key(), partitions);
    check(
        home == partition,
        "operation '%s' belongs to partition %d of %d: the topic was written with another number of partitions, and what was written then is not where it is looked for; that number can never change"
            .formatted(id, home, partitions));
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }

  private Optional<StoredOperation> find(String id) {
    StoredOperation known = recent.get(id);
    return known != null
        ? Optional.of(known)
        : store.get(Space.OPERATIONS, partition, bytes(id)).map(SnapshotCodec::decode);
  }

  /** The record that the input came from, with the key that it must have. */
  private void note(OperationInput input, String id, OperationState after) {
    if (input.origin().offset() < 0 || input.origin().partition() != partition) {
      return;
    }
    String key =
        switch (input) {
          case OperationInput.HolderDied died -> died.successor().id();
          case OperationInput.DestinationReopened reopened ->
              after instanceof Known known ? known.operation().intent().destination() : id;
          default -> id;
        };
    causes.note(input.origin().source(), input.origin().offset(), key);
  }

  /** Writes what is still in memory; to be called at the end. */
  void flush() {
    recent.forEach(this::write);
    recent.clear();
  }

  private void write(String id, StoredOperation stored) {
    store.put(Space.OPERATIONS, partition, bytes(id), SnapshotCodec.encode(stored));
    if (stored.lacksPayload()) {
      store.put(Space.WITHOUT_PAYLOAD, partition, bytes(id), new byte[0]);
    }
  }

  private static byte[] bytes(String id) {
    return id.getBytes(StandardCharsets.UTF_8);
  }

  Causes causes() {
    return causes;
  }

  Optional<Marks.Head> head() {
    return head;
  }

  /** Number of operations that have not ended so far. */
  long open() {
    return open;
  }

  /** Number of events so far. */
  long count() {
    return count;
  }

  /** The operations touched last; those that fall out are written. */
  @SuppressWarnings("serial") // Never serialised.
  private final class Recent extends LinkedHashMap<String, StoredOperation> {
    Recent() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.@Nullable Entry<String, StoredOperation> eldest) {
      if (eldest == null || size() <= AT_ONCE) {
        return false;
      }
      write(eldest.getKey(), eldest.getValue());
      return true;
    }
  }
}
