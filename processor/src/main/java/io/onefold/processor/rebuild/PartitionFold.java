package io.onefold.processor.rebuild;

import io.onefold.codec.SnapshotCodec;
import io.onefold.codec.StoredDestination;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Known;
import io.onefold.processor.rebuild.FoldStore.Space;
import io.onefold.processor.rebuild.Positions.Position;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.Intent;
import io.onefold.schema.PayloadHash;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import io.onefold.schema.WorkerStarted;
import io.onefold.topology.LogReader;
import io.onefold.topology.Marks;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;

/** Derives all that one partition stores from the log. Used by one thread. */
final class PartitionFold {
  /** As many operations are named of those whose payload is missing. */
  private static final int NAMED = 10;

  private final FoldStore store;
  private final Topics topics;
  private final int partition;
  private final LogReader log;
  private final LongConsumer progress;
  private final JournalFold journal;
  private final AvroSerde<ProviderEvent> reports;
  private final AvroSerde<Intent> intents;

  PartitionFold(
      FoldStore store,
      Topics topics,
      int partition,
      int partitions,
      SchemaIds ids,
      LogReader log,
      LongConsumer progress) {
    this.store = store;
    this.topics = topics;
    this.partition = partition;
    this.log = log;
    this.progress = progress;
    this.journal = new JournalFold(store, partition, partitions, ids, FoldListener.NONE);
    this.reports = AvroSerde.of(ProviderEvent.class, ids);
    this.intents = AvroSerde.of(Intent.class, ids);
  }

  /**
   * What was derived; the operations are in the fold's store.
   *
   * @param open number of operations that have not ended
   * @param lives newest life of each worker
   * @param positions where each input goes on
   * @param withoutPayload operations that have not ended and whose intent is nowhere, the first of
   *     them
   */
  record Folded(
      int partition,
      long events,
      long open,
      Optional<Marks.Head> head,
      Map<String, Long> lives,
      List<StoredDestination> destinations,
      Map<String, Position> positions,
      List<String> withoutPayload) {}

  Folded fold(DestinationFold controls, Instant now) {
    TopicPartition events = new TopicPartition(topics.journal(), partition);
    read(
        events,
        log.end(events),
        record -> {
          journal.next(record);
          progress.accept(1);
        });
    journal.flush();
    Map<String, Position> positions = positions(controls);
    return new Folded(
        partition,
        journal.count(),
        journal.open(),
        journal.head(),
        lives(position(positions, topics.providerEvents())),
        controls.of(partition, position(positions, topics.destinations()), now),
        positions,
        findPayloads());
  }

  private static long position(Map<String, Position> positions, String topic) {
    Position position = positions.get(topic);
    return position == null ? 0 : position.offset();
  }

  private Map<String, Position> positions(DestinationFold controls) {
    Positions finder = new Positions(log);
    Map<String, Position> positions = new TreeMap<>();
    for (String input : topics.inputs()) {
      NavigableMap<Long, String> causes = new TreeMap<>(journal.causes().of(input));
      causes.putAll(controls.causes(partition).of(input));
      positions.put(input, finder.of(new TopicPartition(input, partition), causes));
    }
    return positions;
  }

  /** What lies from the position on will be read, and known then. */
  private Map<String, Long> lives(long position) {
    Map<String, Long> lives = new HashMap<>();
    read(
        new TopicPartition(topics.providerEvents(), partition),
        position,
        record -> {
          try {
            ProviderEvent avro = reports.deserializer().deserialize(record.topic(), record.value());
            if (avro.getFact() instanceof WorkerStarted) {
              lives.merge(avro.getWorkerId(), avro.getIncarnation(), Math::max);
            }
          } catch (SerializationException e) {
            // The ledger has put it among the dead letters.
          }
        });
    return lives;
  }

  private void read(
      TopicPartition from,
      long to,
      Consumer<ConsumerRecord<byte[], byte[]>> each) {
    log.read(
        from,
        log.first(from),
        to,
        record -> {
          each.accept(record);
          return true;
        });
  }

  /** Payloads are in the intents alone; in a mirror these may lie at other offsets. */
  private List<String> findPayloads() {
    long[] left = {forgetEnded()};
    if (left[0] > 0) {
      TopicPartition from = new TopicPartition(topics.intents(), partition);
      log.read(
          from,
          log.first(from),
          log.end(from),
          record -> {
            if (record.key() != null
                && store.get(Space.WITHOUT_PAYLOAD, partition, record.key()).isPresent()
                && fill(record)) {
              store.delete(Space.WITHOUT_PAYLOAD, partition, record.key());
              left[0]--;
            }
            return left[0] > 0;
          });
    }
    List<String> missing = new ArrayList<>();
    store.all(
        Space.WITHOUT_PAYLOAD,
        partition,
        (key, nothing) -> {
          missing.add(new String(key, StandardCharsets.UTF_8));
          return missing.size() < NAMED;
        });
    return missing;
  }

  /** Many have ended since they were written down; how many remain. */
  private long forgetEnded() {
    List<byte[]> ended = new ArrayList<>();
    long[] remain = {0};
    store.all(
        Space.WITHOUT_PAYLOAD,
        partition,
        (key, nothing) -> {
          if (stored(key).lacksPayload()) {
            remain[0]++;
          } else {
            ended.add(key);
          }
          return true;
        });
    ended.forEach(key -> store.delete(Space.WITHOUT_PAYLOAD, partition, key));
    return remain[0];
  }

  private StoredOperation stored(byte[] key) {
    return store
        .get(Space.OPERATIONS, partition, key)
        .map(SnapshotCodec::decode)
        .orElseThrow(() -> new IllegalStateException("an operation was lost while folding"));
  }

  private boolean fill(ConsumerRecord<byte[], byte[]> record) {
    byte[] payload;
    try {
      Intent avro = intents.deserializer().deserialize(record.topic(), record.value());
      payload = new byte[avro.getPayload().remaining()];
      avro.getPayload().duplicate().get(payload);
    } catch (SerializationException e) {
      return false;
    }
    StoredOperation without = stored(record.key());
    if (!(without.state() instanceof Known known)
        || without.state() instanceof Final
        || !known.operation().intent().payloadHash().equals(PayloadHash.ofBytes(payload).value())) {
      return false;
    }
    byte[] filled = SnapshotCodec.withPayload(SnapshotCodec.encode(without), payload);
    store.put(Space.OPERATIONS, partition, record.key(), filled);
    return true;
  }
}
