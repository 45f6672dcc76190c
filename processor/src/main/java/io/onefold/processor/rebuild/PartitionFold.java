package io.onefold.processor.rebuild;

import io.onefold.codec.StoredDestination;
import io.onefold.codec.StoredHead;
import io.onefold.processor.rebuild.Positions.Position;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.Checkpoint;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import io.onefold.schema.WorkerStarted;
import io.onefold.topology.LogReader;
import io.onefold.topology.Marks;
import io.onefold.topology.StartRefusedException;
import java.time.Instant;
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

/** Derives all that one partition stores from the log. Used by one thread. */
final class PartitionFold {
  private final Topics topics;
  private final int partition;
  private final LogReader log;
  private final LongConsumer progress;
  private final JournalFold journal;
  private final LedgerRecords<ProviderEvent> reports;
  private final Payloads payloads;
  private final HeadFold head;

  PartitionFold(
      FoldStore store,
      Topics topics,
      int partition,
      int partitions,
      SchemaIds ids,
      LogReader log,
      LongConsumer progress) {
    this.topics = topics;
    this.partition = partition;
    this.log = log;
    this.progress = progress;
    this.head = new HeadFold(partition, newestCheckpoint(ids));
    this.journal = new JournalFold(store, partition, partitions, ids, head);
    this.reports = new LedgerRecords<>(ProviderEvent.class, ids);
    this.payloads = new Payloads(store, topics.intents(), partition, ids, log);
  }

  private Optional<Checkpoint> newestCheckpoint(SchemaIds ids) {
    AvroSerde<Checkpoint> checkpoints = AvroSerde.of(Checkpoint.class, ids);
    TopicPartition from = new TopicPartition(topics.checkpoints(), partition);
    return log.lastBefore(from, log.end(from))
        .map(newest -> checkpoints.deserializer().deserialize(newest.topic(), newest.value()));
  }

  /**
   * What was derived; the operations are in the fold's store.
   *
   * @param open number of operations that have not ended
   * @param counted how far the journal has come, for its checkpoints
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
      StoredHead counted,
      Map<String, Long> lives,
      List<StoredDestination> destinations,
      Map<String, Position> positions,
      List<String> withoutPayload) {}

  Folded fold(DestinationFold controls, Instant now) {
    TopicPartition events = new TopicPartition(topics.journal(), partition);
    refuseIfCut(events);
    refuseIfCut(new TopicPartition(topics.destinations(), partition));
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
        head.stored(),
        lives(position(positions, topics.providerEvents())),
        controls.of(partition, position(positions, topics.destinations()), now),
        positions,
        payloads.find());
  }

  /**
   * Operations that are missing there would look new, and their intents would be sent again;
   * destinations would be open that are suspended.
   */
  private void refuseIfCut(TopicPartition kept) {
    long first = log.first(kept);
    if (first > 0) {
      throw new StartRefusedException(
          "%s has lost its beginning (STATE_GAP): it starts at offset %d, and what stood before is known nowhere else; nothing was changed; bring the topic back as it was from a backup or a mirror"
              .formatted(kept, first));
    }
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
        record ->
            reports
                .read(record)
                .filter(avro -> avro.getFact() instanceof WorkerStarted)
                .ifPresent(
                    avro -> lives.merge(avro.getWorkerId(), avro.getIncarnation(), Math::max)));
    return lives;
  }

  private void read(TopicPartition from, long to, Consumer<ConsumerRecord<byte[], byte[]>> each) {
    log.read(
        from,
        log.first(from),
        to,
        record -> {
          each.accept(record);
          return true;
        });
  }
}
