package io.onefold.guarantee;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.Command;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.Escalation;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentRules;
import io.onefold.schema.InvalidIntentException;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.OperationId;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.Receipt;
import io.onefold.schema.Review;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import io.onefold.schema.WorkerStarted;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;

/** Reads the records of one topic. */
final class RecordReader {
  private final Topics topics;
  private final int partitions;
  private final Deserializer<? extends SpecificRecord> deserializer;

  /**
   * A reader.
   *
   * @param partitions how many the topic has
   */
  RecordReader(Topics topics, String topic, int partitions, SchemaIds ids) {
    this.topics = topics;
    this.partitions = partitions;
    Class<? extends SpecificRecord> type =
        switch (topics.messageOf(topic).orElseThrow()) {
          case INTENT -> Intent.class;
          case PROVIDER_EVENT -> ProviderEvent.class;
          case REVIEW -> Review.class;
          case COMMAND -> Command.class;
          case OPERATION_EVENT -> OperationEvent.class;
          case RECEIPT -> Receipt.class;
          case ESCALATION -> Escalation.class;
          case DESTINATION_RECORD -> DestinationRecord.class;
          case CHECKPOINT,
              PAYLOAD_KEY,
              OPERATION_SNAPSHOT,
              DESTINATION_SNAPSHOT,
              PARTITION_SNAPSHOT ->
              throw new IllegalStateException(topic + " tells of no operation");
        };
    this.deserializer = AvroSerde.of(type, ids).deserializer();
  }

  /** What the record says; empty if it says nothing. */
  Optional<Seen> read(ConsumerRecord<byte[], byte[]> record) {
    if (record.value() == null) {
      return Optional.empty();
    }
    boolean anybodyWrites = topics.inputs().contains(record.topic());
    try {
      Seen seen = decode(record);
      return !anybodyWrites || means(record, seen) ? Optional.of(seen) : Optional.empty();
    } catch (SerializationException | InvalidIntentException e) {
      if (anybodyWrites) {
        return Optional.empty();
      }
      throw new IllegalStateException(
          "%s-%d@%d is not what a ledger writes: %s"
              .formatted(record.topic(), record.partition(), record.offset(), e.getMessage()),
          e);
    }
  }

  private Seen decode(ConsumerRecord<byte[], byte[]> record) {
    Instant at = Instant.ofEpochMilli(Math.max(0, record.timestamp()));
    return switch (deserializer.deserialize(record.topic(), record.value())) {
      case Intent intent -> new Seen.Submitted(at, checked(intent));
      case ProviderEvent event -> new Seen.Reported(at, event);
      case Review review -> new Seen.Reviewed(at, review);
      case DestinationRecord control -> new Seen.Controlled(at, control, record.value());
      case Command command -> new Seen.Commanded(at, command);
      case OperationEvent event -> new Seen.Journalled(at, event, record.value());
      case Receipt receipt -> new Seen.Received(at, receipt);
      case Escalation escalation -> new Seen.Escalated(at, escalation);
      case SpecificRecord other ->
          throw new SerializationException("unknown record " + other.getSchema().getFullName());
    };
  }

  private static Intent checked(Intent intent) {
    IntentRules.check(intent, IntentRules.DEFAULT_MAX_PAYLOAD_BYTES);
    return intent;
  }

  /** True if the record lies where the ledger takes it, under the key that it speaks of. */
  private boolean means(ConsumerRecord<byte[], byte[]> record, Seen seen) {
    if (record.key() == null) {
      return false;
    }
    if (seen instanceof Seen.Reported reported
        && reported.event().getFact() instanceof WorkerStarted) {
      return true;
    }
    String key = new String(record.key(), StandardCharsets.UTF_8);
    if (seen instanceof Seen.Controlled control) {
      return key.equals(control.record().getDestination());
    }
    return key.equals(seen.operationId())
        && isOperationId(key)
        && Topics.partitionOf(record.key(), partitions) == record.partition();
  }

  private static boolean isOperationId(String key) {
    try {
      OperationId.parse(key);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
