package io.onefold.schema;

import java.io.EOFException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of the catalogue, whichever released version they were written with, into
 * today's classes. Thread-safe.
 *
 * <p>As a class name in a client configuration it reads {@value SchemaIds#REGISTRY_URL} and the
 * settings beside it; without that setting it uses the built-in catalogue.
 *
 * @param <T> the generated class
 */
public final class AvroDeserializer<T extends SpecificRecord> implements Deserializer<T> {
  private final Optional<Message> expected;
  private final BoundedCache<Integer, DatumReader<T>> readers = new BoundedCache<>();
  private volatile SchemaIds ids;

  /** Reads any message, and uses the built-in catalogue until configured otherwise. */
  public AvroDeserializer() {
    this(BuiltInCatalogue.instance(), Optional.empty());
  }

  AvroDeserializer(SchemaIds ids, Optional<Message> expected) {
    this.ids = ids;
    this.expected = expected;
  }

  @Override
  public void configure(Map<String, ?> config, boolean isKey) {
    if (isKey) {
      throw new IllegalArgumentException("keys are operation IDs as text, not Avro records");
    }
    ids = SchemaIds.from(config);
    readers.clear();
  }

  /**
   * The record of these bytes; {@code null} for {@code null}.
   *
   * @throws SerializationException if the bytes are no record that this topic may carry; it names
   *     the topic, the length and first bytes, and what is wrong
   * @throws RegistryException if a registry does not answer; the record is not to blame
   */
  @Override
  public @Nullable T deserialize(String topic, byte @Nullable [] value) {
    if (value == null) {
      return null;
    }
    checkHeader(topic, value);
    DatumReader<T> reader = readerFor(topic, value);
    try {
      return WireFormat.decode(value, reader);
    } catch (EOFException e) {
      throw unreadable(topic, value, "the record ends too early", e);
    } catch (IOException | RuntimeException e) {
      throw unreadable(topic, value, "its Avro content is wrong: " + e.getMessage(), e);
    }
  }

  private static void checkHeader(String topic, byte[] value) {
    if (value.length < WireFormat.HEADER_BYTES) {
      throw unreadable(
          topic, value, "a record has at least a magic byte and four bytes of schema ID", null);
    }
    if (value[0] != WireFormat.MAGIC) {
      String hint = value[0] == '{' ? " (this looks like JSON)" : "";
      throw unreadable(
          topic,
          value,
          String.format(
              "the first byte is 0x%02x instead of the magic byte 0x00%s", value[0], hint),
          null);
    }
  }

  private DatumReader<T> readerFor(String topic, byte[] value) {
    int id = WireFormat.idOf(value);
    Optional<DatumReader<T>> known = readers.get(id);
    if (known.isPresent()) {
      return known.get();
    }
    DatumReader<T> reader = newReader(topic, value, id);
    readers.put(id, reader);
    return reader;
  }

  private DatumReader<T> newReader(String topic, byte[] value, int id) {
    Schema written;
    try {
      written = ids.writerSchema(id);
    } catch (SerializationException e) {
      throw unreadable(topic, value, String.valueOf(e.getMessage()), e);
    }
    Optional<Message> found = Message.ofRecord(written.getFullName());
    if (found.isEmpty() || (expected.isPresent() && !expected.equals(found))) {
      String wanted = expected.map(message -> message.schema().getFullName()).orElse("a message");
      throw unreadable(
          topic,
          value,
          "schema ID " + id + " is " + written.getFullName() + ", but " + wanted + " belongs here",
          null);
    }
    return WireFormat.reader(written, found.get().schema());
  }

  private static SerializationException unreadable(
      String topic, byte[] value, String problem, @Nullable Throwable cause) {
    return new SerializationException(
        "cannot decode a record of topic "
            + topic
            + " ("
            + WireFormat.show(value)
            + "): "
            + problem,
        cause);
  }
}
