package io.onefold.connect;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.Intent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;
import org.apache.kafka.connect.transforms.Transformation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutboxIntentTest {
  private static final String INTENT =
      """
      {"operationId": "invoice-7", "destination": "blog", "account": "acme",
       "environment": "production", "action": "publish", "payload": {"b": 1, "a": "é"}}
      """;

  /** The converter of a worker that names none. */
  private static final SimpleHeaderConverter HEADERS = new SimpleHeaderConverter();

  private final OutboxIntent<SourceRecord> outbox = configured(Map.of());

  private static OutboxIntent<SourceRecord> configured(Map<String, String> settings) {
    OutboxIntent<SourceRecord> outbox = new OutboxIntent<>();
    outbox.configure(settings);
    return outbox;
  }

  private static SourceRecord row(@Nullable String key, @Nullable Object value) {
    return new SourceRecord(
        Map.of("server", "shop"),
        Map.of("lsn", 42L),
        "outbox.event.intents",
        3,
        Schema.OPTIONAL_STRING_SCHEMA,
        key,
        null,
        value,
        1_700_000_000_000L);
  }

  private static String header(SourceRecord record, String name) {
    Header header = record.headers().lastWithName(name);
    byte[] bytes = HEADERS.fromConnectHeader(record.topic(), name, header.schema(), header.value());
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static Intent intentOf(SourceRecord record) {
    return AvroSerde.of(Intent.class, BuiltInCatalogue.instance())
        .deserializer()
        .deserialize(record.topic(), (byte[]) record.value());
  }

  @Test
  void shouldMakeAnIntentWhenTheRowHoldsOne() {
    // when
    SourceRecord sent = outbox.apply(row("invoice-7", INTENT));

    // then
    assertEquals("onefold.intents", sent.topic());
    assertEquals("invoice-7", sent.key());
    assertNull(sent.kafkaPartition());
    assertEquals(1_700_000_000_000L, sent.timestamp());
    assertEquals(Map.of("lsn", 42L), sent.sourceOffset());
    Intent intent = intentOf(sent);
    assertEquals("invoice-7", intent.getOperationId());
    assertEquals(
        "{\"a\":\"é\",\"b\":1}",
        StandardCharsets.UTF_8.decode(intent.getPayload().duplicate()).toString());
  }

  @Test
  void shouldMakeEqualRecordsWhenARowIsDeliveredAgain() {
    // given
    byte[] bytes = INTENT.getBytes(StandardCharsets.UTF_8);

    // when
    SourceRecord first = outbox.apply(row("invoice-7", INTENT));
    SourceRecord again = outbox.apply(row("invoice-7", bytes));
    SourceRecord third = outbox.apply(row(null, ByteBuffer.wrap(bytes)));

    // then
    assertArrayEquals((byte[]) first.value(), (byte[]) again.value());
    assertArrayEquals((byte[]) first.value(), (byte[]) third.value());
    assertEquals(first.key(), third.key());
  }

  @ParameterizedTest
  @CsvSource({
    "k, {, intent",
    "k, '{\"operationId\": \"a b\"}', destination is missing",
    "k, '[]', must be a JSON object",
    "k, '', intent"
  })
  void shouldSetARowAsideWithTheReasonWhenItIsNoIntent(String key, String value, String says) {
    // when
    SourceRecord letter = outbox.apply(row(key, value));

    // then
    assertEquals("onefold.dead-letters", letter.topic());
    assertEquals(key, letter.key());
    assertArrayEquals(value.getBytes(StandardCharsets.UTF_8), (byte[]) letter.value());
    assertTrue(header(letter, "onefold.error").contains(says), header(letter, "onefold.error"));
    assertEquals("INVALID_INTENT", header(letter, "onefold.reason"));
    assertEquals("outbox.event.intents", header(letter, "onefold.topic"));
    assertEquals("{server=shop} {lsn=42}", header(letter, "onefold.source"));
    assertEquals(Map.of("lsn", 42L), letter.sourceOffset());
  }

  @Test
  void shouldSetARowAsideWhenItsKeyIsAnotherOrItsValueIsNoText() {
    // when
    SourceRecord otherKey = outbox.apply(row("invoice-8", INTENT));
    SourceRecord expanded = outbox.apply(row("invoice-7", Map.of("operationId", "invoice-7")));
    SourceRecord nothing = outbox.apply(row(null, null));

    // then
    assertTrue(header(otherKey, "onefold.error").contains("invoice-8"));
    assertTrue(header(expanded, "onefold.error").contains("table.expand.json.payload"));
    assertTrue(header(nothing, "onefold.error").contains("is null"));
    assertNull(nothing.key());
  }

  @Test
  void shouldKeepTheBeginningWhenARowIsTooLargeForALetter() {
    // when
    SourceRecord letter = outbox.apply(row("k", "x".repeat(DeadLetter.MOST_BYTES + 1)));

    // then
    assertEquals(DeadLetter.MOST_BYTES, ((byte[]) letter.value()).length);
    assertEquals("the first 921600 of 921601 bytes", header(letter, "onefold.cut.value"));
  }

  @Test
  void shouldBlameNoRowWhenTheRegistryIsAway() {
    // given
    OutboxIntent<SourceRecord> away =
        configured(Map.of("schema.registry.url", "http://127.0.0.1:1"));

    // then
    assertThrows(RetriableException.class, () -> away.apply(row("invoice-7", INTENT)));
  }

  @Test
  void shouldUseOtherTopicsWhenThePrefixIsSet() {
    // given
    OutboxIntent<SourceRecord> other = configured(Map.of("topic.prefix", "test."));

    // then
    assertEquals("test.intents", other.apply(row("invoice-7", INTENT)).topic());
    assertEquals("test.dead-letters", other.apply(row("invoice-7", "{")).topic());
  }

  @Test
  void shouldRefuseASettingWhenItIsWrong() {
    assertThrows(
        ConfigException.class, () -> configured(Map.of("schema.registry.url", "ftp://somewhere")));
  }

  @Test
  void shouldBeFoundWhenConnectLooksForTransformations() {
    assertInstanceOf(
        OutboxIntent.class, ServiceLoader.load(Transformation.class).iterator().next());
  }
}
