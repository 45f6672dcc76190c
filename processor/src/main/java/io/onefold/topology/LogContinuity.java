package io.onefold.topology;

import io.onefold.codec.StoredDestination;
import io.onefold.codec.StoredOperation;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.SchemaIds;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a partition has stored with the end of its journal and with the positions of its
 * inputs. Within one cluster they agree by their transaction; a mirror copies each topic for
 * itself, and people set offsets. See decision 0021. Thread-safe.
 */
final class LogContinuity implements Continuity, AutoCloseable {
  private final LedgerSettings settings;
  private final AvroSerde<OperationEvent> events;
  private final Supplier<Map<TopicPartition, Long>> positions;
  private final AtomicReference<@Nullable LogReader> opened = new AtomicReference<>();

  /**
   * @param positions what the group has committed, asked anew each time
   */
  LogContinuity(
      LedgerSettings settings, SchemaIds ids, Supplier<Map<TopicPartition, Long>> positions) {
    this.settings = settings;
    this.events = AvroSerde.of(OperationEvent.class, ids);
    this.positions = positions;
  }

  @Override
  public synchronized void check(int partition, StreamsStore store) {
    Optional<String> rebuilding = store.marks().rebuilding();
    if (rebuilding.isPresent()) {
      throw gap(
          partition,
          "a rebuild that began at %s has not ended".formatted(rebuilding.orElseThrow()));
    }
    LogReader log = log();
    checkJournal(partition, store, log);
    checkStores(partition, store);
    Map<TopicPartition, Long> committed = positions.get();
    for (String input : settings.topics().inputs()) {
      TopicPartition from = new TopicPartition(input, partition);
      Long position = committed.get(from);
      if (position != null) {
        checkInput(from, position, store.marks(), log);
      }
    }
  }

  private LogReader log() {
    LogReader log = opened.get();
    if (log == null) {
      log = new LogReader(settings.bootstrapServers(), settings.kafka());
      opened.set(log);
    }
    return log;
  }

  /** All that is stored of a partition has one order, so its newest event stands for the others. */
  private void checkJournal(int partition, StreamsStore store, LogReader log) {
    TopicPartition journal = new TopicPartition(settings.topics().journal(), partition);
    Optional<Marks.Head> head = store.marks().marks().head();
    Optional<ConsumerRecord<byte[], byte[]>> newest = log.lastBefore(journal, log.end(journal));
    if (newest.isEmpty()) {
      if (head.isPresent()) {
        throw gap(
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
      throw gap(
          partition,
          "the journal ends with event %s, the state with event %s: one of both is older than the other"
              .formatted(text(end), text(head.orElseThrow())));
    }
  }

  private void checkOperation(
      int partition, ConsumerRecord<byte[], byte[]> record, Marks.Head end, StreamsStore store) {
    String id = new String(record.key(), StandardCharsets.UTF_8);
    StoredOperation stored = store.operation(id);
    if (stored == null) {
      throw gap(
          partition,
          "the newest event of the journal (offset %d) is of operation '%s', which the state does not know"
              .formatted(record.offset(), id));
    }
    if (!stored.chain().equals(HexFormat.of().formatHex(end.chain()))) {
      long sequence =
          events.deserializer().deserialize(record.topic(), record.value()).getSequence();
      long known = stored.state().sequence();
      throw gap(
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
      throw gap(partition, behind(Stores.TIMERS, "of operation '%s'".formatted(id)));
    }
  }

  /** A mirror copies the topic of each store for itself. */
  private void checkStores(int partition, StreamsStore store) {
    Marks marks = store.marks().marks();
    marks
        .life()
        .filter(life -> !holds(store, life))
        .ifPresent(
            life -> {
              throw gap(partition, behind(Stores.WORKERS, "of worker '" + life.worker() + "'"));
            });
    marks
        .destination()
        .filter(kept -> !holds(store, kept))
        .ifPresent(
            kept -> {
              String what = "of destination '" + kept.destination() + "'";
              throw gap(partition, behind(Stores.DESTINATIONS, what));
            });
    marks
        .timer()
        .filter(key -> !store.timers().holds(Bytes.wrap(key)))
        .ifPresent(
            key -> {
              String what = "of operation '" + TimerIndex.operationId(Bytes.wrap(key)) + "'";
              throw gap(partition, behind(Stores.TIMERS, what));
            });
  }

  private static boolean holds(StreamsStore store, Marks.Life life) {
    Long newest = store.newestLife(life.worker());
    return newest != null && newest == life.incarnation();
  }

  private static boolean holds(StreamsStore store, Marks.Stored kept) {
    return store.destinations().stream()
        .filter((StoredDestination d) -> d.name().equals(kept.destination()))
        .anyMatch(d -> MarkKeeper.checksum(d) == kept.checksum());
  }

  private String behind(String store, String what) {
    return "the store '%s' (topic %s) lacks its newest entry, %s"
        .formatted(store, Stores.changelog(settings.applicationId(), store), what);
  }

  /** An older position is harmless: what is read again is answered from the state. */
  private void checkInput(TopicPartition input, long position, MarkKeeper marks, LogReader log) {
    Optional<InputMark> before = log.lastBefore(input, position).map(LogContinuity::mark);
    Optional<InputMark> read = marks.marks().read(input.topic());
    if (read.isEmpty()) {
      // Nothing came since marks are made: from here on nothing may be skipped.
      marks.change(m -> m.read(input.topic(), before.orElse(InputMark.NOTHING)));
      return;
    }
    InputMark last = read.orElseThrow();
    if (before.isEmpty() || before.orElseThrow().isRecordOf(last)) {
      return;
    }
    boolean nothingRead = last.equals(InputMark.NOTHING);
    if (nothingRead || !isAhead(input, position, last, log)) {
      throw skips(input, position, last);
    }
  }

  private static boolean isAhead(
      TopicPartition input, long position, InputMark last, LogReader log) {
    AtomicBoolean found = new AtomicBoolean();
    // What was read is before every open transaction, one of this thread's own among them.
    log.read(
        input,
        position,
        log.committedEnd(input),
        record -> {
          found.set(mark(record).isRecordOf(last));
          return !found.get();
        });
    return found.get();
  }

  /** The mark of a record. */
  private static InputMark mark(ConsumerRecord<byte[], byte[]> record) {
    return InputMark.of(record.offset(), record.timestamp(), record.key(), record.value());
  }

  private StartRefusedException skips(TopicPartition input, long position, InputMark last) {
    String read =
        last.equals(InputMark.NOTHING)
            ? "the state has seen no record of it"
            : "the newest record that the state has seen lay at offset %d and is not found from there on"
                .formatted(last.offset());
    return gap(
        input.partition(),
        "group %s stands at offset %d of %s, but %s: records would be skipped"
            .formatted(settings.applicationId(), position, input, read));
  }

  private StartRefusedException gap(int partition, String what) {
    return new StartRefusedException(
        "the state of partition %d does not go on where the log ends (STATE_GAP): %s; nothing is sent on it; stop all instances and run: onefold rebuild --application-id %s"
            .formatted(partition, what, settings.applicationId()));
  }

  private static String text(Marks.Head head) {
    return "%s… of operation '%s'"
        .formatted(
            HexFormat.of().formatHex(head.chain()).substring(0, 8),
            new String(head.key(), StandardCharsets.UTF_8));
  }

  @Override
  public synchronized void close() {
    LogReader log = opened.getAndSet(null);
    if (log != null) {
      log.close();
    }
  }
}
