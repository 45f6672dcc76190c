package io.onefold.topology;

import io.onefold.operation.Origin;
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
  private final PartitionLedger ledger;

  OperationProcessor(LedgerParts parts, ProcessorContext<byte[], Outgoing> context) {
    this.context = context;
    this.ledger =
        new PartitionLedger(
            parts, context.taskId().partition(), StreamsStore.of(context), context::forward);
    context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, ignored -> ledger.tick());
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata from = context.recordMetadata().orElseThrow();
    ledger.process(record, new Origin(from.topic(), from.partition(), from.offset()));
  }
}
