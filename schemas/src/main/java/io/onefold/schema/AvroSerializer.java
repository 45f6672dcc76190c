package io.onefold.schema;

import io.onefold.schema.SchemaIds.WriterSchema;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the messages of the catalogue in Confluent's wire format. Thread-safe.
 *
 * <p>As a class name in a client configuration it reads {@value SchemaIds#REGISTRY_URL} and the
 * settings beside it; without that setting it uses the built-in catalogue.
 *
 * @param <T> the generated class
 */
public final class AvroSerializer<T extends SpecificRecord> implements Serializer<T> {
  private static final String SUBJECT_SUFFIX = "-value";

  private final Optional<String> fixedTopic;
  private final Map<Message, DatumWriter<T>> writers = new ConcurrentHashMap<>();
  private final BoundedCache<Integer, DatumWriter<T>> rewriters = new BoundedCache<>();
  private volatile SchemaIds ids;

  /** Uses the built-in catalogue, until configured otherwise. */
  public AvroSerializer() {
    this(BuiltInCatalogue.instance(), Optional.empty());
  }

  AvroSerializer(SchemaIds ids, Optional<String> fixedTopic) {
    this.ids = ids;
    this.fixedTopic = fixedTopic;
  }

  @Override
  public void configure(Map<String, ?> config, boolean isKey) {
    if (isKey) {
      throw new IllegalArgumentException("keys are operation IDs as text, not Avro records");
    }
    ids = SchemaIds.from(config);
    rewriters.clear();
  }

  /**
   * The bytes of a record; {@code null} for {@code null}.
   *
   * @throws SerializationException if the class is no message of the catalogue or a required field
   *     is not set
   * @throws RegistryException if a registry does not give an ID
   */
  @Override
  public byte @Nullable [] serialize(String topic, @Nullable T record) {
    if (record == null) {
      return null;
    }
    Message message = messageOf(topic, record);
    WriterSchema written = ids.toWrite(fixedTopic.orElse(topic) + SUBJECT_SUFFIX, message);
    try {
      return WireFormat.encode(written.id(), writer(message, written), record);
    } catch (SerializationException e) {
      throw new SerializationException("topic " + topic + ": " + e.getMessage(), e);
    } catch (RuntimeException e) {
      throw new SerializationException(
          "cannot encode the record "
              + message.type().getSimpleName()
              + " for topic "
              + topic
              + ": a required field is not set or has a wrong type: "
              + e.getMessage(),
          e);
    }
  }

  private DatumWriter<T> writer(Message message, WriterSchema written) {
    if (written.schema().equals(message.schema())) {
      return writers.computeIfAbsent(message, own -> WireFormat.writer(own.schema()));
    }
    return rewriters
        .get(written.id())
        .orElseGet(
            () -> {
              DatumWriter<T> made = new RewritingWriter<>(message.schema(), written.schema());
              rewriters.put(written.id(), made);
              return made;
            });
  }

  private Message messageOf(String topic, T record) {
    String name = record.getSchema().getFullName();
    return Message.ofRecord(name)
        .orElseThrow(
            () ->
                new SerializationException(
                    "cannot encode the record "
                        + name
                        + " for topic "
                        + topic
                        + ": it is no message"));
  }
}
