package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AvroSerdeTest {
  private static final String TOPIC = "onefold.intents";

  private final AvroSerde<Intent> intents = AvroSerde.of(Intent.class, BuiltInCatalogue.instance());

  static Intent intent(String id, int payloadBytes) {
    Intent intent = new Intent();
    intent.setOperationId(id);
    intent.setDestination("blog");
    intent.setAccount("acme");
    intent.setEnvironment("production");
    intent.setAction("publish");
    intent.setPayload(ByteBuffer.wrap("x".repeat(payloadBytes).getBytes(StandardCharsets.UTF_8)));
    intent.setContentType("application/json");
    intent.setAttributes(Map.of("slug", "launch"));
    return intent;
  }

  private byte[] write(Intent intent) {
    return intents.serializer().serialize(TOPIC, intent);
  }

  private Intent read(byte[] value) {
    return intents.deserializer().deserialize(TOPIC, value);
  }

  private SerializationException refused(byte[] value) {
    return assertThrows(SerializationException.class, () -> read(value));
  }

  @Test
  void shouldBeginWithMagicAndIdWhenWritten() {
    byte[] value = write(intent("op-1", 10));

    assertEquals("004f464c01", HexFormat.of().formatHex(value, 0, 5));
    assertEquals(intent("op-1", 10), read(value));
  }

  @Test
  void shouldKeepNothingWhenARecordIsATombstone() {
    assertNull(intents.serializer().serialize(TOPIC, null));
    assertNull(intents.deserializer().deserialize(TOPIC, null));
  }

  @Test
  void shouldUseTheGeneratedCodersWhenARecordHasThem() {
    assertTrue(new MessageData().useCustomCoders());
    assertTrue(new Intent().hasCustomCoders());
    assertTrue(new Grant().hasCustomCoders());
    assertTrue(new Receipt().hasCustomCoders());
  }

  @Test
  void shouldReadEveryMessageWhenConfiguredByClassNameAlone() {
    AvroSerializer<SpecificRecord> serializer = new AvroSerializer<>();
    AvroDeserializer<SpecificRecord> deserializer = new AvroDeserializer<>();
    serializer.configure(Map.of("schema.registry.url", ""), false);
    deserializer.configure(Map.of(), false);
    Command command = new Command("op", "blog", "sha256:", 1L, new Send(1));
    Review review = new Review("op", "RECHECK", "why", "me", 3L, null, null, null, false, 4L);

    assertEquals(command, deserializer.deserialize("c", serializer.serialize("c", command)));
    assertEquals(review, deserializer.deserialize("r", serializer.serialize("r", review)));
    assertThrows(IllegalArgumentException.class, () -> serializer.configure(Map.of(), true));
    assertThrows(IllegalArgumentException.class, () -> deserializer.configure(Map.of(), true));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      nullValues = "none",
      value = {
        "'';(0 bytes): a record has at least a magic byte",
        "004f46;(3 bytes: 00 4f 46): a record has at least a magic byte",
        "7b226f7065;the first byte is 0x7b instead of the magic byte 0x00 (this looks like JSON)",
        "0100000001;the first byte is 0x01 instead of the magic byte 0x00",
        "0000000001;schema ID 1 is not in the built-in catalogue",
        "00ffffffff;schema ID -1 is not in the built-in catalogue",
        "004f464cff;a newer version of the software wrote it",
        "004f464c03;schema ID 1330007043 is io.onefold.schema.Review, but io.onefold.schema.Intent",
        "004f464c01;the record ends too early",
        "004f464c0102;the record ends too early",
        "004f464c0101;its Avro content is wrong",
        "004f464c01feffffff0f;",
        "004f464c01020202020202020202fcffffff0f;",
      })
  void shouldSayWhatWasFoundWhenTheBytesAreNoRecord(String hex, String problem) {
    SerializationException refused = refused(HexFormat.of().parseHex(hex));

    assertTrue(refused.getMessage().contains("topic " + TOPIC), refused::getMessage);
    assertTrue(
        refused.getMessage().contains(problem == null ? "Avro" : problem), refused::getMessage);
  }

  @Test
  void shouldSayHowManyBytesAreLeftWhenTheRecordIsFollowedByMore() {
    byte[] value = write(intent("op-1", 10));
    byte[] longer = Arrays.copyOf(value, value.length + 3);

    SerializationException refused = refused(longer);

    assertTrue(
        refused.getMessage().contains("3 bytes are left after the record"), refused::getMessage);
    assertTrue(
        refused.getMessage().contains(longer.length + " bytes: 00 4f 46 4c 01"),
        refused::getMessage);
  }

  @Test
  void shouldRefuseEveryCutWhenARecordIsTruncated() {
    byte[] value = write(intent("op-1", 10));

    for (int length = 0; length < value.length; length++) {
      refused(Arrays.copyOf(value, length));
    }
  }

  @Test
  void shouldSayWhichFieldIsMissingWhenARecordIsIncomplete() {
    Intent incomplete = intent("op-1", 10);
    incomplete.setAccount(null);

    var refused = assertThrows(SerializationException.class, () -> write(incomplete));

    assertTrue(
        refused.getMessage().contains("record Intent for topic " + TOPIC), refused::getMessage);
    assertEquals(intent("op-2", 10), read(write(intent("op-2", 10))));
  }

  @Test
  void shouldRefuseARecordWhenItIsNoMessage() {
    AvroSerializer<SpecificRecord> serializer = new AvroSerializer<>();

    var refused =
        assertThrows(SerializationException.class, () -> serializer.serialize(TOPIC, new Send(1)));

    assertTrue(refused.getMessage().contains("no message"), refused::getMessage);
    assertThrows(
        IllegalArgumentException.class,
        () -> AvroSerde.of(Send.class, BuiltInCatalogue.instance()));
  }

  @Test
  void shouldWriteUnderTheSubjectOfItsTopicWhenUsedInAStore() {
    List<String> asked = new ArrayList<>();
    SchemaIds ids =
        new SchemaIds() {
          @Override
          public int idOf(String subject, Message message) {
            asked.add(subject);
            return BuiltInCatalogue.instance().idOf(subject, message);
          }

          @Override
          public Schema writerSchema(int id) {
            return BuiltInCatalogue.instance().writerSchema(id);
          }
        };
    AvroSerde<Intent> pinned = AvroSerde.forTopic(TOPIC, Intent.class, ids);

    byte[] value = pinned.serializer().serialize("app-store-changelog", intent("op-1", 1));

    assertEquals(List.of("onefold.intents-value"), asked);
    assertEquals(intent("op-1", 1), pinned.deserializer().deserialize("any", value));
  }

  @Test
  void shouldFillInDefaultsAndSkipTheUnknownWhenTheWriterHadAnotherVersion() {
    // Without the optional owner, and with a field that today's class does not know.
    String other =
        SchemaText.released(Message.INTENT.schema())
            .toString()
            .replaceFirst(
                "\\{\"name\":\"owner\"[^}]*\\}",
                "{\"name\":\"later\",\"type\":\"int\",\"default\":7}");
    Schema written = new Schema.Parser().parse(other);
    SchemaIds ids =
        new SchemaIds() {
          @Override
          public int idOf(String subject, Message message) {
            return 9;
          }

          @Override
          public Schema writerSchema(int id) {
            return written;
          }
        };
    byte[] binary = SampleRecords.binary(SampleRecords.of(written).get(0));
    byte[] value =
        ByteBuffer.allocate(5 + binary.length).put((byte) 0).putInt(9).put(binary).array();

    Intent intent = AvroSerde.of(Intent.class, ids).deserializer().deserialize(TOPIC, value);

    assertNull(intent.getOwner());
    assertTrue(intent.getOperationId().startsWith("operationId-"));
    assertEquals(1, intent.getAttributes().size());
  }

  @Test
  void shouldKeepRecordsApartWhenThreadsShareASerde() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Integer>> tasks = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        String id = "thread-" + t;
        tasks.add(
            () -> {
              for (int i = 0; i < 500; i++) {
                // Every so often larger than the buffer that a thread keeps.
                Intent intent = intent(id + "-" + i, i % 50 == 0 ? 100_000 : i);
                assertEquals(intent, read(write(intent)));
              }
              return 500;
            });
      }

      int done = 0;
      for (Future<Integer> task : threads.invokeAll(tasks)) {
        done += task.get();
      }

      assertEquals(2000, done);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void shouldLeaveThePayloadUnreadWhenWritten() {
    Intent intent = intent("op-1", 10);

    byte[] first = write(intent);
    byte[] second = write(intent);

    assertArrayEquals(first, second);
    assertEquals(10, intent.getPayload().remaining());
  }
}
