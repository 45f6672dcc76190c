package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.Intent;
import io.onefold.schema.Send;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Records about which nothing can be decided are kept as they came, and hold up nothing. */
class DeadLetterTest {
  private static final String ID = "op-1";
  private static final String INTENTS = LedgerDriver.TOPICS.intents();
  private static final String EVENTS = LedgerDriver.TOPICS.providerEvents();
  private static final String REVIEWS = LedgerDriver.TOPICS.reviews();

  private final LedgerDriver ledger = LedgerDriver.start();

  @AfterEach
  void close() {
    ledger.close();
  }

  /** One bad record; {@code error} is part of what is said about it. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Bad(
      String what,
      String topic,
      byte @Nullable [] key,
      byte @Nullable [] value,
      String reason,
      String error) {
    @Override
    public String toString() {
      return what;
    }
  }

  static Stream<Arguments> badRecords() {
    byte[] good = Sent.intent(ID).value();
    byte[] unknownSchema = good.clone();
    unknownSchema[4] = (byte) 0xF0;
    byte[] json = "{\"operationId\":\"op-1\"}".getBytes(StandardCharsets.UTF_8);
    byte[] deep = Arrays.copyOf(good, good.length - 4);
    return Stream.of(
            unreadable("no key", INTENTS, null, good, "has no key"),
            unreadable("no value", INTENTS, text(ID), null, "has no value"),
            unreadable("empty value", EVENTS, text(ID), new byte[0], "has no value"),
            unreadable("no key, no value", REVIEWS, null, null, "has no key"),
            unreadable("garbage", INTENTS, text(ID), text("garbage"), "magic byte"),
            unreadable("JSON", INTENTS, text(ID), json, "looks like JSON"),
            unreadable("cut off", INTENTS, text(ID), deep, "cannot decode"),
            unreadable(
                "unknown schema", INTENTS, text(ID), unknownSchema, "is not in the built-in"),
            unreadable("message of another topic", REVIEWS, text(ID), good, "belongs here"),
            unreadable(
                "key of another operation",
                INTENTS,
                text("op-2"),
                good,
                "speaks of operation 'op-1'"),
            unreadable(
                "no UTF-8", INTENTS, new byte[] {(byte) 0xC3, (byte) 0x28}, good, "not UTF-8"),
            bad("blank in the ID", INTENTS, text("op 1"), good, "ID_NOT_CANONICAL", "U+0020"),
            bad("other script", INTENTS, text("оp-1"), good, "ID_NOT_CANONICAL", "position 1"),
            bad("empty ID", INTENTS, new byte[0], good, "ID_NOT_CANONICAL", "must not be empty"),
            bad("long ID", INTENTS, text("x".repeat(201)), good, "ID_NOT_CANONICAL", "201 char"),
            bad(
                "ID in another form than the destination's",
                INTENTS,
                text(ID),
                changed(i -> i.setDestination("invoices")),
                "ID_NOT_CANONICAL",
                "takes only IDs of the form Invoice-[0-9]+"),
            unreadable(
                "undecided approval",
                INTENTS,
                text(ID),
                changed(i -> i.getApproval().setDecision("PERHAPS")),
                "approval.decision is \"PERHAPS\"; allowed are APPROVED and DENIED"),
            unreadable(
                "empty payload",
                INTENTS,
                text(ID),
                changed(i -> i.setPayload(java.nio.ByteBuffer.allocate(0))),
                "payload is empty"),
            unreadable(
                "large payload",
                INTENTS,
                text(ID),
                changed(i -> i.setPayload(java.nio.ByteBuffer.allocate(900 * 1024 + 1))),
                "payload is 921601 bytes large; allowed are at most 921600 bytes"),
            unreadable(
                "endless attributes",
                INTENTS,
                text(ID),
                changed(i -> i.setAttributes(java.util.Map.of("a", "x".repeat(100_000)))),
                "attributes.a is 100000 characters long; allowed are at most 1000"),
            unreadable(
                "unknown result",
                EVENTS,
                text(ID),
                Sent.report(ID, 1, "c-1", "MAYBE").value(),
                "result is 'MAYBE'; allowed: [ACCEPTED"),
            unreadable(
                "unknown action",
                REVIEWS,
                text(ID),
                Sent.review(ID, "SHRUG", 1).value(),
                "action is 'SHRUG'; allowed: [CONFIRM_DONE"),
            unreadable(
                "another worker's start",
                EVENTS,
                text("w-2"),
                Sent.started("w-1", 7, null).value(),
                "speaks of worker 'w-1'"))
        .map(Arguments::of);
  }

  private static Bad unreadable(
      String what, String topic, byte @Nullable [] key, byte @Nullable [] value, String error) {
    return bad(what, topic, key, value, "UNREADABLE_RECORD", error);
  }

  private static Bad bad(
      String what,
      String topic,
      byte @Nullable [] key,
      byte @Nullable [] value,
      String reason,
      String error) {
    return new Bad(what, topic, key, value, reason, error);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badRecords")
  void shouldKeepRecordAsItCameAndGoOnWhenNothingCanBeDecided(Bad bad) {
    // given
    Headers headers = new RecordHeaders().add("trace", text("t-77"));
    ledger.pipe(Sent.intent("before"));

    // when
    ledger.pipe(bad.topic(), bad.key(), bad.value(), headers);
    ledger.pipe(Sent.intent("after"));

    // then
    List<TestRecord<byte[], byte[]>> dead = ledger.deadLetters();
    assertEquals(1, dead.size());
    TestRecord<byte[], byte[]> letter = dead.get(0);
    assertArrayEquals(bad.key(), letter.key());
    assertArrayEquals(bad.value(), letter.value());
    assertEquals("t-77", header(letter, "trace"));
    assertEquals(bad.reason(), header(letter, "onefold.reason"));
    assertTrue(
        header(letter, "onefold.error").contains(bad.error()), header(letter, "onefold.error"));
    assertEquals(bad.topic(), header(letter, "onefold.topic"));
    assertEquals("0", header(letter, "onefold.partition"));
    assertEquals(bad.topic().equals(INTENTS) ? "1" : "0", header(letter, "onefold.offset"));
    assertEquals(List.of(new Send(1), new Send(1)), ledger.orders());
    assertEquals(2, ledger.allStored().size());
    assertEquals(1L, ledger.counts().get("dead.letters"));
  }

  @Test
  void shouldRefuseRecordsWhenProducerUsesAnotherPartitioner() {
    // given
    try (LedgerDriver oneOfFour =
        LedgerDriver.start(LedgerDriver.destinations(), 4, LedgerDriver.START)) {

      // when
      for (int i = 0; i < 40; i++) {
        oneOfFour.pipe(Sent.intent("op-" + i));
      }

      // then
      List<TestRecord<byte[], byte[]>> dead = oneOfFour.deadLetters();
      assertEquals(40, dead.size() + oneOfFour.orders().size());
      assertTrue(dead.size() > 20, "most belong to the other three: " + dead.size());
      dead.forEach(
          letter ->
              assertTrue(
                  header(letter, "onefold.error")
                      .matches(
                          "written to partition 0, but this operation ID belongs to partition"
                              + " [123]: the producer must use Kafka's default \\(murmur2\\)"
                              + " partitioner"),
                  header(letter, "onefold.error")));
    }
  }

  @Test
  void shouldKeepBeginningAndSayWhereTheWholeIsWhenRecordIsTooLargeForALetter() {
    // given
    byte[] value = new byte[3_000_000];
    value[0] = 7;
    byte[] key = "k".repeat(40_000).getBytes(StandardCharsets.UTF_8);
    Headers headers = new RecordHeaders().add("trace", new byte[70_000]);

    // when
    ledger.pipe(EVENTS, key, value, headers);

    // then
    TestRecord<byte[], byte[]> letter = ledger.deadLetters().get(0);
    assertEquals(1_572_864, letter.value().length);
    assertEquals(7, letter.value()[0]);
    assertEquals(32_768, letter.key().length);
    assertEquals("the first 1572864 of 3000000 bytes", header(letter, "onefold.cut.value"));
    assertEquals("the first 32768 of 40000 bytes", header(letter, "onefold.cut.key"));
    assertEquals("70005 bytes are left out", header(letter, "onefold.cut.headers"));
    assertEquals(
        "the record is 3000000 bytes large; allowed are at most 1572864 bytes",
        header(letter, "onefold.error"));
    assertEquals("0", header(letter, "onefold.offset"));
  }

  @Test
  void shouldNotJournalRecordsThatMeanNothing() {
    // given
    byte[] garbage = text("garbage");

    // when
    ledger.pipe(INTENTS, text(ID), garbage);

    // then
    assertTrue(ledger.journal().isEmpty());
    assertTrue(ledger.allStored().isEmpty());
  }

  private static byte[] changed(java.util.function.Consumer<Intent> change) {
    return Sent.intent(ID, "blog", "{}", change).value();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String header(TestRecord<byte[], byte[]> letter, String name) {
    return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }
}
