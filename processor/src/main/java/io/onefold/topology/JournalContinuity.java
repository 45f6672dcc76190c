package io.onefold.topology;

import io.onefold.codec.StoredOperation;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.Checkpoint;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import io.onefold.schema.signing.CheckpointSeries;
import io.onefold.schema.signing.JournalPlace;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Compares what a partition has stored with the ends of its journal and its checkpoints. */
final class JournalContinuity {
  private final Topics topics;
  private final Gaps gaps;
  private final AvroSerde<OperationEvent> events;
  private final AvroSerde<Checkpoint> checkpoints;

  JournalContinuity(Topics topics, Gaps gaps, SchemaIds ids) {
    this.topics = topics;
    this.gaps = gaps;
    this.events = AvroSerde.of(OperationEvent.class, ids);
    this.checkpoints = AvroSerde.of(Checkpoint.class, ids);
  }

  /**
   * Compares.
   *
   * @param end offset up to which a partition is looked at
   */
  void check(int partition, StreamsStore store, LogReader log, ToLongFunction<TopicPartition> end) {
    TopicPartition journal = new TopicPartition(topics.journal(), partition);
    checkJournal(partition, store, log.lastBefore(journal, end.applyAsLong(journal)));
    TopicPartition signed = new TopicPartition(topics.checkpoints(), partition);
    checkSeries(partition, store, log.lastBefore(signed, end.applyAsLong(signed)));
  }

  /** All that is stored of a partition has one order, so its newest event stands for the others. */
  private void checkJournal(
      int partition, StreamsStore store, Optional<ConsumerRecord<byte[], byte[]>> newest) {
    TopicPartition journal = new TopicPartition(topics.journal(), partition);
    Optional<Marks.Head> head = store.marks().marks().head();
    if (newest.isEmpty()) {
      if (head.isPresent()) {
        throw gaps.in(
            partition,
            "%s is empty, but the state holds event %s"
                .formatted(journal, text(head.orElseThrow())));
      }
      return;
    }
    ConsumerRecord<byte[], byte[]> record = newest.orElseThrow();
    Marks.Head end = Marks.Head.of(record.key(), record.value());
    checkOperation(partition, record, end, store);
    if (head.isPresent() && !head.orElseThrow().sameAs(end)) {
      throw gaps.in(
          partition,
          "the journal ends with event %s, the state with event %s: one of both is older than the other"
              .formatted(text(end), text(head.orElseThrow())));
    }
    checkHead(partition, record, store);
  }

  private void checkOperation(
      int partition, ConsumerRecord<byte[], byte[]> record, Marks.Head end, StreamsStore store) {
    String id = new String(record.key(), StandardCharsets.UTF_8);
    StoredOperation stored = store.operation(id);
    if (stored == null) {
      throw gaps.in(
          partition,
          "the newest event of the journal (offset %d) is of operation '%s', which the state does not know"
              .formatted(record.offset(), id));
    }
    if (!stored.chain().equals(HexFormat.of().formatHex(end.chain()))) {
      long sequence =
          events.deserializer().deserialize(record.topic(), record.value()).getSequence();
      long known = stored.state().sequence();
      throw gaps.in(
          partition,
          "the newest event of the journal (offset %d) is event %d of operation '%s', of which the state holds event %d: %s"
              .formatted(
                  record.offset(),
                  sequence,
                  id,
                  known,
                  known < sequence
                      ? "the state is older than the journal"
                      : known > sequence
                          ? "the journal is older than the state"
                          : "they have different pasts"));
    }
    if (stored.scheduledAtMs() != StoredOperation.UNSCHEDULED
        && !store.timers().holds(TimerIndex.keyOf(stored).orElseThrow())) {
      throw gaps.behind(partition, Stores.TIMERS, "of operation '%s'".formatted(id));
    }
  }

  /** The count of the journal that checkpoints are made of; an earlier version made none. */
  private void checkHead(int partition, ConsumerRecord<byte[], byte[]> record, StreamsStore store) {
    OperationEvent newest = events.deserializer().deserialize(record.topic(), record.value());
    JournalPlace place = new JournalPlace(newest.getOperationId(), newest.getSequence());
    Optional<JournalPlace> last = store.head().head().last();
    boolean begun = store.marks().marks().head().isPresent();
    if (last.isPresent() ? !last.get().equals(place) : begun) {
      throw gaps.behind(partition, Stores.HEADS, "of " + place);
    }
    if (last.isPresent() && !begun) {
      throw gaps.behind(partition, Stores.MARKS, "of " + place);
    }
  }

  /** The next checkpoint names the one before it. */
  private void checkSeries(
      int partition, StreamsStore store, Optional<ConsumerRecord<byte[], byte[]>> newest) {
    CheckpointSeries published =
        newest
            .map(r -> checkpoints.deserializer().deserialize(r.topic(), r.value()))
            .map(CheckpointSeries::endingWith)
            .orElse(CheckpointSeries.EMPTY);
    CheckpointSeries known = store.head().series();
    if (!known.equals(published)) {
      throw gaps.in(
          partition,
          "%s ends with checkpoint %d, the store '%s' with checkpoint %d%s"
              .formatted(
                  topics.checkpoints(),
                  published.number(),
                  Stores.HEADS,
                  known.number(),
                  known.number() == published.number() ? " of another past" : ""));
    }
  }

  private static String text(Marks.Head head) {
    return "%s… of operation '%s'"
        .formatted(
            HexFormat.of().formatHex(head.chain()).substring(0, 8),
            new String(head.key(), StandardCharsets.UTF_8));
  }
}
