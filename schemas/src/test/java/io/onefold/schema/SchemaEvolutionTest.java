package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The checks of the history are worth something: they hold every version against every one before
 * it as a registry with the rule FULL_TRANSITIVE does, they do fail, nobody can edit what they
 * check, and no branch of any version is left out.
 */
class SchemaEvolutionTest {
  private static final Map<String, UnaryOperator<ObjectNode>> OFFENCES =
      Map.of(
          "a new field without a default",
              schema -> add(schema, "{\"name\":\"x\",\"type\":\"int\"}"),
          "a required field that is gone", SchemaEvolutionTest::remove,
          "a field of another type", schema -> change(schema, "{\"type\":\"long\"}"),
          "a union with a new branch", schema -> change(schema, "{\"type\":[\"string\",\"long\"]}"),
          "a record of another name", schema -> schema.put("name", "Other"));

  private final BuiltInCatalogue catalogue = BuiltInCatalogue.instance();

  static Stream<SchemaHistory> released() {
    return SchemaHistory.all().stream();
  }

  @ParameterizedTest
  @EnumSource(Message.class)
  void shouldPassARegistrysCheckWhenEachVersionIsHeldAgainstAllBefore(Message message) {
    List<ReleasedSchema> versions = catalogue.versions(message);

    for (int i = 0; i < versions.size(); i++) {
      List<Schema> earlier = versions.subList(0, i).stream().map(ReleasedSchema::schema).toList();
      assertEquals(
          Optional.empty(),
          SchemaHistory.incompatibility(versions.get(i).schema(), earlier),
          "version " + (i + 1));
    }
    assertEquals(
        Optional.empty(),
        SchemaHistory.incompatibility(
            message.schema(), versions.stream().map(ReleasedSchema::schema).toList()));
  }

  @ParameterizedTest
  @EnumSource(Message.class)
  void shouldFailARegistrysCheckWhenAChangeIsNotCompatible(Message message) {
    List<Schema> released =
        catalogue.versions(message).stream().map(ReleasedSchema::schema).toList();

    OFFENCES.forEach(
        (offence, change) -> {
          ObjectNode schema = (ObjectNode) json(catalogue.newest(message).text());
          Schema changed = new Schema.Parser().parse(change.apply(schema).toString());

          assertTrue(SchemaHistory.incompatibility(changed, released).isPresent(), offence);
        });
  }

  @Test
  void shouldBeAsItWasReleasedWhenAFileOfTheHistoryIsLookedAt() throws IOException {
    List<String> pinned = Files.readAllLines(SchemaHistory.DIGESTS);

    List<String> today = SchemaHistory.digests();

    assertEquals(pinned, today, "a released version is never edited (schemas/README.md)");
  }

  @ParameterizedTest
  @MethodSource("released")
  void shouldReadEveryBranchWhenAReleasedVersionWroteIt(SchemaHistory version) {
    // given
    Message message = Message.named(version.message()).orElseThrow();
    int id = catalogue.versions(message).get(version.version() - 1).id();
    Set<String> expected = new TreeSet<>();
    Branches.expected("", version.schema(), expected);
    Set<String> seen = new TreeSet<>();

    for (GenericRecord record : SampleRecords.everyWay(version.schema())) {
      // when
      SpecificRecord today =
          new AvroDeserializer<>().deserialize(message.topic(), value(id, record));
      byte[] written = new AvroSerializer<>().serialize(message.topic(), today);

      // then
      assertEquals(record, SampleRecords.read(binary(written), message.schema(), version.schema()));
      Branches.seen("", version.schema(), record, seen);
    }
    assertEquals(expected, seen);
  }

  private static byte[] value(int id, GenericRecord record) {
    byte[] binary = SampleRecords.binary(record);
    return ByteBuffer.allocate(WireFormat.HEADER_BYTES + binary.length)
        .put(WireFormat.MAGIC)
        .putInt(id)
        .put(binary)
        .array();
  }

  private static byte[] binary(byte[] value) {
    return Arrays.copyOfRange(value, WireFormat.HEADER_BYTES, value.length);
  }

  private static ObjectNode add(ObjectNode schema, String field) {
    ((ArrayNode) schema.get("fields")).add(json(field));
    return schema;
  }

  private static ObjectNode remove(ObjectNode schema) {
    ArrayNode fields = (ArrayNode) schema.get("fields");
    int required = 0;
    while (fields.get(required).has("default")) {
      required++;
    }
    fields.remove(required);
    return schema;
  }

  // Every message has a field that is a text or bytes.
  private static ObjectNode change(ObjectNode schema, String type) {
    int text = 0;
    while (!Set.of("string", "bytes").contains(schema.at("/fields/" + text + "/type").asText())) {
      text++;
    }
    ObjectNode first = (ObjectNode) schema.get("fields").get(text);
    first.remove("default");
    first.setAll((ObjectNode) json(type));
    return schema;
  }

  private static JsonNode json(String text) {
    return StrictJson.read(text.getBytes(StandardCharsets.UTF_8));
  }
}
