package io.onefold.topology;

import io.onefold.operation.Origin;
import io.onefold.tracing.TraceHeaders;
import java.time.Duration;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Gives a {@link PartitionLedger} its records, its stores and its time. One for each task. */
final class OperationProcessor implements Processor<byte[], byte[], byte[], Outgoing> {
  /** How often due timers are looked for: the precision of every deadline. */
  static final Duration TICK = Duration.ofMillis(100);

  private final ProcessorContext<byte[], Outgoing> context;
  private final LedgerParts parts;
  private final StreamsStore store;
  private final PartitionLedger ledger;

  OperationProcessor(
      LedgerParts parts, Continuity continuity, ProcessorContext<byte[], Outgoing> context) {
    this.context = context;
    this.parts = parts;
    this.store = StreamsStore.of(context);
    int partition = context.taskId().partition();
    // The stores are restored by now: before anything is decided on them.
    continuity.check(partition, store);
    this.ledger =
        new PartitionLedger(
            parts, partition, store, new TracedOutlet(parts.topics(), this::forward));
    context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, ignored -> tick());
  }

  private void forward(Record<byte[], Outgoing> out) {
    byte[] value = out.value().value();
    if (value != null && out.value().topic().equals(parts.topics().journal())) {
      store.marks().change(m -> m.wrote(Marks.Head.of(out.key(), value)));
    }
    context.forward(out);
  }

  private void tick() {
    ledger.tick();
    store.marks().keep();
    ledger.census().goOn(store::operationsAfter);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata from = context.recordMetadata().orElseThrow();
    Origin origin = new Origin(from.topic(), from.partition(), from.offset());
    TraceHeaders.within(record.headers(), () -> ledger.process(record, origin));
    InputMark mark = InputMark.of(from.offset(), record.timestamp(), record.key(), record.value());
    store.marks().change(m -> m.read(from.topic(), mark));
    store.marks().keep();
  }

  /** Another instance may decide for the partition from now on, and counts it then. */
  @Override
  public void close() {
    parts.census().end(context.taskId().partition(), ledger.census());
  }
}
