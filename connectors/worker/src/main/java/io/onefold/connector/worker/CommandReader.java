package io.onefold.connector.worker;

import io.onefold.schema.Command;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;

/** Reads command records, and says what is wrong with one that is none. */
final class CommandReader {
  /** What a record turned out to be. */
  sealed interface Read {
    /** A command. */
    record Understood(Command command) implements Read {}

    /** Bytes that are no command. */
    record Unreadable(String error) implements Read {}
  }

  private final Deserializer<Command> deserializer;

  CommandReader(Deserializer<Command> deserializer) {
    this.deserializer = deserializer;
  }

  /**
   * Reads a record.
   *
   * @throws io.onefold.schema.RegistryException if the schema could not be fetched; the record is
   *     not to blame
   */
  Read read(ConsumerRecord<byte[], byte[]> bytes) {
    if (bytes.key() == null) {
      return new Read.Unreadable("the record has no key; it must be the operation ID");
    }
    if (bytes.value() == null) {
      return new Read.Unreadable("the record has no value; it must be a Command");
    }
    try {
      return check(bytes, deserializer.deserialize(bytes.topic(), bytes.headers(), bytes.value()));
    } catch (SerializationException unreadable) {
      return new Read.Unreadable(String.valueOf(unreadable.getMessage()));
    }
  }

  private static Read check(ConsumerRecord<byte[], byte[]> bytes, Command command) {
    String key = new String(bytes.key(), StandardCharsets.UTF_8);
    // A report goes to the partition of the operation ID inside, so the two must not differ.
    return key.equals(command.getOperationId())
        ? new Read.Understood(command)
        : new Read.Unreadable(
            "the record's key differs from the operation ID inside, which is "
                + command.getOperationId());
  }
}
