package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writing with the newest schema of a subject, whatever it is. */
class RegistryLatestTest {
  private static final String TOPIC = "onefold.intents";
  private static final String SUBJECT = "onefold.intents-value";

  private final ReleasedSchema today = BuiltInCatalogue.instance().newest(Message.INTENT);
  private final Intent intent = AvroSerdeTest.intent("op-1", 10);
  private RegistryStandIn registry;

  @BeforeEach
  void start() throws IOException {
    registry = RegistryStandIn.start();
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  private AvroSerializer<Intent> serializer(boolean strict) {
    AvroSerializer<Intent> serializer = new AvroSerializer<>();
    serializer.configure(
        Map.of(
            "schema.registry.url",
            registry.url(),
            "use.latest.version",
            true,
            "latest.compatibility.strict",
            String.valueOf(strict)),
        false);
    return serializer;
  }

  private Intent read(byte[] value) {
    AvroDeserializer<Intent> deserializer = new AvroDeserializer<>();
    deserializer.configure(Map.of("schema.registry.url", registry.url()), false);
    return deserializer.deserialize(TOPIC, value);
  }

  private ObjectNode schema() {
    return (ObjectNode) StrictJson.read(today.text().getBytes(StandardCharsets.UTF_8));
  }

  private String with(String field, String type) {
    ObjectNode schema = schema();
    ((ArrayNode) schema.get("fields"))
        .add(
            StrictJson.read(
                ("{\"name\":\"" + field + "\"," + type + "}").getBytes(StandardCharsets.UTF_8)));
    return schema.toString();
  }

  private String without(String field) {
    ObjectNode schema = schema();
    ArrayNode fields = (ArrayNode) schema.get("fields");
    for (int i = fields.size() - 1; i >= 0; i--) {
      if (fields.get(i).path("name").asText().equals(field)) {
        fields.remove(i);
      }
    }
    return schema.toString();
  }

  @Test
  void shouldTakeTheIdOfTheNewestVersionWhenItSaysTheSame() {
    // given
    registry.put("other-value", "\"string\"");
    registry.put(SUBJECT, today.text().replaceAll(",\"doc\":\"[^\"]*\"", ""));
    AvroSerializer<Intent> serializer = serializer(true);

    // when
    byte[] value = serializer.serialize(TOPIC, intent);
    serializer.serialize(TOPIC, intent);

    // then
    assertEquals(2, WireFormat.idOf(value));
    assertEquals(List.of("GET /subjects/onefold.intents-value/versions/latest"), registry.asked());
    assertEquals(intent, read(value));
  }

  @Test
  void shouldWriteInTheNewestVersionWhenItHasMoreThanWeKnow() {
    // given
    registry.put(SUBJECT, today.text());
    registry.put(SUBJECT, with("later", "\"type\":[\"null\",\"string\"],\"default\":null"));

    // when
    byte[] value = serializer(true).serialize(TOPIC, intent);

    // then
    assertEquals(2, WireFormat.idOf(value));
    assertEquals(intent, read(value));
  }

  @Test
  void shouldRefuseTheNewestVersionWhenRecordsWouldLoseAField() {
    // given
    registry.put(SUBJECT, without("issuedAtMs"));
    AvroSerializer<Intent> serializer = serializer(true);

    // when
    var refused = assertThrows(RegistryException.class, () -> serializer.serialize(TOPIC, intent));

    // then
    assertFalse(refused.isRetriable());
    assertTrue(
        refused.getMessage().contains("lacks io.onefold.schema.Intent.issuedAtMs"),
        refused::getMessage);
  }

  @Test
  void shouldRefuseTheNewestVersionWhenItIsNotCompatible() {
    // given
    registry.put(SUBJECT, with("needed", "\"type\":\"string\""));
    AvroSerializer<Intent> serializer = serializer(true);

    // when
    var refused = assertThrows(RegistryException.class, () -> serializer.serialize(TOPIC, intent));

    // then
    assertTrue(
        refused.getMessage().contains("READER_FIELD_MISSING_DEFAULT_VALUE"), refused::getMessage);
  }

  @Test
  void shouldRefuseTheNewestVersionWhenItIsAnotherRecord() {
    // given
    registry.put(SUBJECT, BuiltInCatalogue.instance().newest(Message.RECEIPT).text());
    AvroSerializer<Intent> serializer = serializer(false);

    // when
    var refused = assertThrows(RegistryException.class, () -> serializer.serialize(TOPIC, intent));

    // then
    assertTrue(
        refused.getMessage().contains("is io.onefold.schema.Receipt instead of"),
        refused::getMessage);
  }

  @Test
  void shouldRefuseOnlyTheRecordThatLosesSomethingWhenNotStrict() {
    // given
    registry.put(SUBJECT, without("owner"));
    AvroSerializer<Intent> serializer = serializer(false);
    Intent ownerless = Intent.newBuilder(intent).setOwner(null).build();
    Intent owned = Intent.newBuilder(intent).setOwner("somebody").build();

    // when
    byte[] value = serializer.serialize(TOPIC, ownerless);
    var refused =
        assertThrows(SerializationException.class, () -> serializer.serialize(TOPIC, owned));

    // then
    assertEquals(ownerless, read(value));
    assertTrue(
        refused.getMessage().contains("a field that is set would be lost"), refused::getMessage);
  }

  @Test
  void shouldSayThatASchemaMustBeThereWhenTheSubjectHasNone() {
    AvroSerializer<Intent> serializer = serializer(true);

    var refused = assertThrows(RegistryException.class, () -> serializer.serialize(TOPIC, intent));

    assertEquals(404, refused.status());
    assertTrue(refused.getMessage().contains("use.latest.version=true"), refused::getMessage);
  }
}
