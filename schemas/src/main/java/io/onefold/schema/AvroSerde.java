package io.onefold.schema;

import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Writes and reads one message of the catalogue. Thread-safe.
 *
 * @param <T> the generated class
 */
public final class AvroSerde<T extends SpecificRecord> implements Serde<T> {
  private final AvroSerializer<T> serializer;
  private final AvroDeserializer<T> deserializer;

  private AvroSerde(Class<T> type, SchemaIds ids, Optional<String> fixedTopic) {
    this.serializer = new AvroSerializer<>(ids, fixedTopic);
    this.deserializer = new AvroDeserializer<>(ids, Optional.of(messageOf(type)));
  }

  /**
   * A serde for one message, on whatever topic it is used.
   *
   * @throws IllegalArgumentException if the class is no message of the catalogue
   */
  public static <T extends SpecificRecord> AvroSerde<T> of(Class<T> type, SchemaIds ids) {
    return new AvroSerde<>(type, ids, Optional.empty());
  }

  /**
   * A serde that writes under the subject of this topic even where it is used elsewhere, such as in
   * a state store, so that a registry sees no subject of an internal topic.
   *
   * @throws IllegalArgumentException if the class is no message of the catalogue
   */
  public static <T extends SpecificRecord> AvroSerde<T> forTopic(
      String topic, Class<T> type, SchemaIds ids) {
    return new AvroSerde<>(type, ids, Optional.of(topic));
  }

  /** Nothing to do: the source of the schema IDs was given at creation. */
  @Override
  public void configure(Map<String, ?> config, boolean isKey) {}

  @Override
  public Serializer<T> serializer() {
    return serializer;
  }

  @Override
  public Deserializer<T> deserializer() {
    return deserializer;
  }

  private static Message messageOf(Class<? extends SpecificRecord> type) {
    return Message.ofRecord(type.getName())
        .orElseThrow(
            () -> new IllegalArgumentException(type.getName() + " is no message of the catalogue"));
  }
}
