package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * The registry client against a registry that is not ours, where {@code SCHEMA_REGISTRY_URL} names
 * one.
 */
@EnabledIfEnvironmentVariable(named = "SCHEMA_REGISTRY_URL", matches = "http.*")
class RealRegistryTest {
  private final Map<String, String> config =
      Map.of("schema.registry.url", System.getenv().getOrDefault("SCHEMA_REGISTRY_URL", ""));
  private final String prefix = "test-" + UUID.randomUUID() + ".";

  private AvroSerializer<SpecificRecord> serializer() {
    AvroSerializer<SpecificRecord> serializer = new AvroSerializer<>();
    serializer.configure(config, false);
    return serializer;
  }

  private AvroDeserializer<SpecificRecord> deserializer() {
    AvroDeserializer<SpecificRecord> deserializer = new AvroDeserializer<>();
    deserializer.configure(config, false);
    return deserializer;
  }

  @Test
  void shouldReadWhatWasWrittenWhenTheRegistryGaveTheIds() {
    for (SchemaHistory version : SchemaHistory.all()) {
      String topic = prefix + version.message();
      for (byte[] released : version.values()) {
        SpecificRecord record = new AvroDeserializer<>().deserialize(topic, released);

        byte[] value = serializer().serialize(topic, record);

        assertFalse(BuiltInCatalogue.isOwnId(WireFormat.idOf(value)));
        assertEquals(record, deserializer().deserialize(topic, value));
        // A second client registers the same schema and is given the same ID.
        assertArrayEquals(value, serializer().serialize(topic, record));
      }
    }
  }

  @Test
  void shouldFindTheRegisteredIdWhenOnlyLookingUp() {
    String subject = prefix + "intents-value";
    RegistryClient lookingUp =
        RegistryClient.from(
            Map.of(
                "schema.registry.url",
                config.get("schema.registry.url"),
                "auto.register.schemas",
                "false"));

    var before =
        assertThrows(RegistryException.class, () -> lookingUp.idOf(subject, Message.INTENT));
    int registered = RegistryClient.from(config).idOf(subject, Message.INTENT);

    assertEquals(404, before.status());
    assertEquals(registered, lookingUp.idOf(subject, Message.INTENT));
  }

  @Test
  void shouldBlameTheRecordWhenTheIdIsUnknown() {
    byte[] value = {0, 0x3F, 0, 0, 1, 2};

    assertThrows(
        SerializationException.class, () -> deserializer().deserialize(prefix + "intents", value));
  }
}
