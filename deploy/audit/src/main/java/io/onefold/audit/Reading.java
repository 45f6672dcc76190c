package io.onefold.audit;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.Checkpoint;
import io.onefold.schema.Command;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.Escalation;
import io.onefold.schema.Intent;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.Receipt;
import io.onefold.schema.Review;
import io.onefold.schema.SchemaIds;
import java.util.EnumMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Decodes records, under whatever released version they were written. Thread-safe. */
final class Reading {
  private final Map<Kind, Deserializer<? extends SpecificRecord>> readers =
      new EnumMap<>(Kind.class);
  private final AvroSerde<Intent> intents;
  private final AvroSerde<Command> commands;

  Reading(SchemaIds ids) {
    this.intents = AvroSerde.of(Intent.class, io.onefold.schema.BuiltInCatalogue.instance());
    this.commands = AvroSerde.of(Command.class, io.onefold.schema.BuiltInCatalogue.instance());
    put(Kind.INTENT, Intent.class, ids);
    put(Kind.PROVIDER_EVENT, ProviderEvent.class, ids);
    put(Kind.REVIEW, Review.class, ids);
    put(Kind.CONTROL, DestinationRecord.class, ids);
    put(Kind.COMMAND, Command.class, ids);
    put(Kind.JOURNAL, OperationEvent.class, ids);
    put(Kind.RECEIPT, Receipt.class, ids);
    put(Kind.ESCALATION, Escalation.class, ids);
    put(Kind.CHECKPOINT, Checkpoint.class, ids);
  }

  private <T extends SpecificRecord> void put(Kind kind, Class<T> type, SchemaIds ids) {
    readers.put(kind, AvroSerde.of(type, ids).deserializer());
  }

  /**
   * What a record says.
   *
   * @throws SerializationException if it says nothing that its topic may carry
   */
  SpecificRecord read(Kind kind, String topic, byte @Nullable [] value) {
    Deserializer<? extends SpecificRecord> reader = readers.get(kind);
    if (reader == null || value == null || value.length == 0) {
      throw new SerializationException("the record has no value");
    }
    SpecificRecord record = reader.deserialize(topic, value);
    if (record == null) {
      throw new SerializationException("the record has no value");
    }
    return record;
  }

  /** An intent or a command in bytes that {@link #read} understands. */
  byte[] write(String topic, SpecificRecord record) {
    byte[] bytes =
        record instanceof Intent intent
            ? intents.serializer().serialize(topic, intent)
            : commands.serializer().serialize(topic, (Command) record);
    return bytes == null ? new byte[0] : bytes;
  }
}
