package io.onefold.schema;

import java.util.Arrays;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** The messages of the catalogue: which record travels on which topic. */
public enum Message {
  /** What a caller wants to happen once. */
  INTENT("intents", Intent.class, Intent.getClassSchema()),
  /** What a worker reports. */
  PROVIDER_EVENT("provider-events", ProviderEvent.class, ProviderEvent.getClassSchema()),
  /** What an authorised person decided. */
  REVIEW("reviews", Review.class, Review.getClassSchema()),
  /** What the ledger orders the workers to do. */
  COMMAND("commands", Command.class, Command.getClassSchema()),
  /** What the ledger took in and concluded. */
  OPERATION_EVENT("journal", OperationEvent.class, OperationEvent.getClassSchema()),
  /** The final answer. */
  RECEIPT("receipts", Receipt.class, Receipt.getClassSchema()),
  /** An open question to an authorised person, or its end. */
  ESCALATION("escalations", Escalation.class, Escalation.getClassSchema()),
  /** What the ledger's store remembers of an operation. It travels on no topic of the catalogue. */
  OPERATION_SNAPSHOT(
      "operation-snapshot", OperationSnapshot.class, OperationSnapshot.getClassSchema()),
  /** What suspends a destination, tests it and opens it again. */
  DESTINATION_RECORD("destinations", DestinationRecord.class, DestinationRecord.getClassSchema()),
  /**
   * What the ledger's store remembers of a destination. It travels on no topic of the catalogue.
   */
  DESTINATION_SNAPSHOT(
      "destination-snapshot", DestinationSnapshot.class, DestinationSnapshot.getClassSchema()),
  /** What a partition of the journal held at a time, signed. */
  CHECKPOINT("checkpoints", Checkpoint.class, Checkpoint.getClassSchema()),
  /** What opens the sealed payload of an operation, or the note that it was erased. */
  PAYLOAD_KEY("payload-keys", PayloadKey.class, PayloadKey.getClassSchema()),
  /** What the ledger's store remembers of its journal. It travels on no topic of the catalogue. */
  PARTITION_SNAPSHOT(
      "partition-snapshot", PartitionSnapshot.class, PartitionSnapshot.getClassSchema());

  private final String topic;
  private final Class<? extends SpecificRecord> type;

  // Nothing changes a generated class's schema, though Avro does not say so.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Schema schema;

  Message(String topic, Class<? extends SpecificRecord> type, Schema schema) {
    this.topic = topic;
    this.type = type;
    this.schema = schema;
  }

  /**
   * The topic's name without prefix; also the message's name in the catalogue. A snapshot has a
   * name only.
   */
  public String topic() {
    return topic;
  }

  /** False for what only stands in the ledger's stores. */
  boolean travels() {
    return this != OPERATION_SNAPSHOT && this != DESTINATION_SNAPSHOT && this != PARTITION_SNAPSHOT;
  }

  /** The generated class. */
  public Class<? extends SpecificRecord> type() {
    return type;
  }

  /** Today's schema, with which this version of the software reads. */
  public Schema schema() {
    return schema;
  }

  /** The message with this name. */
  static Optional<Message> named(String name) {
    return Arrays.stream(values()).filter(message -> message.topic.equals(name)).findFirst();
  }

  /** The message of a record class or of a writer's schema, by the full name of its record. */
  static Optional<Message> ofRecord(String fullName) {
    return Arrays.stream(values())
        .filter(message -> message.schema.getFullName().equals(fullName))
        .findFirst();
  }
}
