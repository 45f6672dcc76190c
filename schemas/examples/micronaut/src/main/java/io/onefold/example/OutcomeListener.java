package io.onefold.example;

import io.micronaut.configuration.kafka.KafkaAcknowledgement;
import io.micronaut.configuration.kafka.annotation.ErrorStrategy;
import io.micronaut.configuration.kafka.annotation.ErrorStrategyValue;
import io.micronaut.configuration.kafka.annotation.KafkaListener;
import io.micronaut.configuration.kafka.annotation.OffsetReset;
import io.micronaut.configuration.kafka.annotation.OffsetStrategy;
import io.micronaut.configuration.kafka.annotation.Topic;
import io.onefold.schema.Escalation;
import io.onefold.schema.Receipt;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * What came of the operations, as the ledger writes it.
 *
 * <p>A record that cannot be worked on for the moment is tried again each second, for as long as it
 * takes; what stands behind it in its partition waits. Micronaut's own default would skip it.
 */
@KafkaListener(
    groupId = "${outcomes.group}",
    offsetReset = OffsetReset.EARLIEST,
    // The ledger writes in transactions; those that were aborted never happened.
    isolation = IsolationLevel.READ_COMMITTED,
    offsetStrategy = OffsetStrategy.DISABLED,
    errorStrategy =
        @ErrorStrategy(
            value = ErrorStrategyValue.RETRY_ON_ERROR,
            retryCount = Integer.MAX_VALUE,
            retryDelay = "1s"))
final class OutcomeListener {
  private final Intake intake;
  private final Book book;
  private final Deserializer<Receipt> receipts;
  private final Deserializer<Escalation> escalations;

  OutcomeListener(
      Intake intake,
      Book book,
      Deserializer<Receipt> receipts,
      Deserializer<Escalation> escalations) {
    this.intake = intake;
    this.book = book;
    this.receipts = receipts;
    this.escalations = escalations;
  }

  /** An operation has one receipt; the sequence says which event of its journal it quotes. */
  @Topic("${outcomes.receipts}")
  void receipt(ConsumerRecord<String, byte[]> record, KafkaAcknowledgement acknowledgement) {
    intake.take(
        record,
        acknowledgement,
        receipts,
        receipt ->
            book.enter(
                new Entry(
                    "receipt",
                    receipt.getOperationId(),
                    Long.toString(receipt.getJournalSequence()),
                    receipt.getOutcome())));
  }

  /** An escalation comes once when it is opened and once when it is closed. */
  @Topic("${outcomes.escalations}")
  void escalation(ConsumerRecord<String, byte[]> record, KafkaAcknowledgement acknowledgement) {
    intake.take(
        record,
        acknowledgement,
        escalations,
        escalation ->
            book.enter(
                new Entry(
                    "escalation",
                    escalation.getOperationId(),
                    escalation.getEscalationId() + " " + escalation.getStatus(),
                    escalation.getReason())));
  }
}
