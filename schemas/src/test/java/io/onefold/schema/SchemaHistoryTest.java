package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Today's code reads all that was ever released, and what it writes is readable by old code. */
class SchemaHistoryTest {
  private final BuiltInCatalogue catalogue = BuiltInCatalogue.instance();

  static Stream<SchemaHistory> released() {
    return SchemaHistory.all().stream();
  }

  @ParameterizedTest
  @MethodSource("released")
  void shouldReadEverySampleWithTodaysClassesWhenItWasOnceReleased(SchemaHistory version) {
    Message message = Message.named(version.message()).orElseThrow();
    AvroDeserializer<SpecificRecord> deserializer = new AvroDeserializer<>();
    AvroSerializer<SpecificRecord> serializer = new AvroSerializer<>();
    List<byte[]> values = version.values();
    List<JsonNode> expected = version.json();
    assertFalse(values.isEmpty());
    assertEquals(expected.size(), values.size());

    for (int i = 0; i < values.size(); i++) {
      SpecificRecord today = deserializer.deserialize(message.topic(), values.get(i));

      // Written by today's classes, and shown as the old version shows it.
      byte[] written = serializer.serialize(message.topic(), today);
      byte[] binary = Arrays.copyOfRange(written, WireFormat.HEADER_BYTES, written.length);
      String shown =
          SampleRecords.json(
              SampleRecords.read(binary, catalogue.newest(message).schema(), version.schema()));
      assertEquals(
          expected.get(i), StrictJson.read(shown.getBytes(StandardCharsets.UTF_8)), "sample " + i);
    }
  }

  @ParameterizedTest
  @MethodSource("released")
  void shouldBeCompatibleBothWaysWhenComparedWithAReleasedVersion(SchemaHistory version) {
    Schema today = Message.named(version.message()).orElseThrow().schema();

    var reading = SchemaCompatibility.checkReaderWriterCompatibility(today, version.schema());
    var written = SchemaCompatibility.checkReaderWriterCompatibility(version.schema(), today);

    assertEquals(SchemaCompatibilityType.COMPATIBLE, reading.getType(), reading::getDescription);
    assertEquals(SchemaCompatibilityType.COMPATIBLE, written.getType(), written::getDescription);
  }

  @ParameterizedTest
  @EnumSource(Message.class)
  void shouldEqualTheNewestReleasedVersionWhenNothingIsLeftToRelease(Message message) {
    Schema newest = catalogue.newest(message).schema();

    boolean same = SchemaText.same(newest, message.schema());

    assertTrue(same, () -> message.topic() + " changed: release it (schemas/README.md)");
  }

  @Test
  void shouldAgreeWithTheHistoryWhenTheCatalogueIsLoaded() {
    List<String> history = released().map(SchemaHistory::toString).sorted().toList();

    List<String> released =
        catalogue.released().stream()
            .map(schema -> schema.message().topic() + " v" + schema.version())
            .sorted()
            .toList();

    assertEquals(history, released);
  }

  @ParameterizedTest
  @MethodSource("released")
  void shouldHaveTheSchemaAndTheIdOfTheHistoryWhenAVersionIsInTheCatalogue(SchemaHistory version) {
    Message message = Message.named(version.message()).orElseThrow();

    ReleasedSchema released = catalogue.versions(message).get(version.version() - 1);

    assertEquals(version.version(), released.version());
    assertEquals(
        version.schemaJson(), StrictJson.read(released.text().getBytes(StandardCharsets.UTF_8)));
    version.values().forEach(value -> assertEquals(released.id(), WireFormat.idOf(value)));
  }

  @Test
  void shouldCountIdsFromTheFirstWithoutGapsWhenTheCatalogueIsLoaded() {
    List<Integer> expected =
        IntStream.range(0, catalogue.released().size())
            .mapToObj(i -> BuiltInCatalogue.FIRST_ID + i)
            .toList();

    List<Integer> ids = catalogue.released().stream().map(ReleasedSchema::id).sorted().toList();

    assertEquals(expected, ids);
    assertTrue(ids.stream().allMatch(BuiltInCatalogue::isOwnId));
  }
}
