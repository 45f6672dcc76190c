package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.Topics;
import io.onefold.tracing.Tracing;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An operation has one trace, from its intent to its receipt, whatever happens between. */
class TraceTest {
  @RegisterExtension static final OpenTelemetryExtension SPANS = OpenTelemetryExtension.create();

  private static final String ID = "op-1";
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String STRANGER = "11111111111111111111111111111111";
  private static final String COMMANDS = LedgerDriver.TOPICS.commands(Topics.DEFAULT_POOL);

  private final LedgerDriver ledger = LedgerDriver.start();

  @BeforeEach
  void spans() {
    Tracing.install(SPANS.getOpenTelemetry());
  }

  @AfterEach
  void close() {
    Tracing.remove();
    ledger.close();
  }

  private static Headers traced(String trace) {
    return new RecordHeaders()
        .add(
            "traceparent",
            "00-%s-b7ad6b7169203331-01".formatted(trace).getBytes(StandardCharsets.UTF_8));
  }

  private void pipe(Sent record, Headers headers) {
    ledger.pipe(record.topic(), record.keyBytes(), record.value(), headers);
  }

  private static String traceOf(TestRecord<byte[], byte[]> record) {
    Header header = record.headers().lastHeader("traceparent");
    return header == null
        ? "none"
        : new String(header.value(), StandardCharsets.UTF_8).split("-", -1)[1];
  }

  private List<String> traces(String topic) {
    return ledger.raw(topic).stream().map(TraceTest::traceOf).toList();
  }

  private static SpanData span(String name, String fact) {
    return SPANS.getSpans().stream()
        .filter(span -> span.getName().equals(name))
        .filter(span -> fact.equals(span.getAttributes().get(Tracing.FACT)))
        .reduce((first, last) -> last)
        .orElseThrow(() -> new AssertionError(fact + " not in " + SPANS.getSpans()));
  }

  /** A claim and a report that carry what the ledger's commands carried. */
  private void work() {
    pipe(Sent.claim(ID, 1, "c-1"), ledger.raw(COMMANDS).getLast().headers());
    pipe(Sent.accepted(ID, 1, "c-1", "p-1", "MATCH"), ledger.raw(COMMANDS).getLast().headers());
  }

  @Test
  void shouldCarryTheTraceOfTheIntentToTheReceipt() {
    // given
    pipe(Sent.intent(ID), traced(TRACE));

    // when
    work();

    // then
    assertEquals(List.of(TRACE), traces(LedgerDriver.TOPICS.receipts()));
    assertEquals(List.of(TRACE, TRACE, TRACE), traces(LedgerDriver.TOPICS.journal()));
    SpanData intent = span("process onefold.intents", "IntentSubmitted");
    assertEquals("b7ad6b7169203331", intent.getParentSpanId());
    assertEquals(ID, intent.getAttributes().get(Tracing.OPERATION_ID));
    assertEquals("READY", intent.getAttributes().get(Tracing.STATE));
    assertEquals(1, intent.getAttributes().get(Tracing.TOKEN));
    assertEquals("blog", intent.getAttributes().get(Tracing.DESTINATION));
    SpanData report = span("process onefold.provider-events", "SendReported");
    assertEquals("VERIFIED", report.getAttributes().get(Tracing.STATE));
    assertEquals(
        List.of(report.getSpanId()),
        SPANS.getSpans().stream()
            .filter(span -> span.getName().equals("create onefold.receipts"))
            .map(SpanData::getParentSpanId)
            .toList());
  }

  @Test
  void shouldGoOnFromTheIntentWhenATimerFires() {
    // given
    pipe(Sent.intent(ID), traced(TRACE));
    ledger.raw(COMMANDS);

    // when
    ledger.advance(Duration.ofMinutes(10), Duration.ofSeconds(10));

    // then
    assertEquals(TRACE, traces(COMMANDS).getFirst());
    assertEquals(
        span("process onefold.intents", "IntentSubmitted").getSpanId(),
        span("process timer", "TimerFired").getParentSpanId());
  }

  @Test
  void shouldGoOnFromTheIntentAndLinkWhenARecordBelongsToAnotherTrace() {
    // given
    pipe(Sent.intent(ID), traced(TRACE));

    // when
    pipe(Sent.intent(ID), traced(STRANGER));

    // then
    SpanData again = span("process onefold.intents", "IntentSubmitted");
    assertEquals(TRACE, again.getTraceId());
    assertEquals(
        List.of(STRANGER),
        again.getLinks().stream().map(link -> link.getSpanContext().getTraceId()).toList());
  }

  @Test
  void shouldGoOnFromTheIntentWhenAWorkerMakesNoSpans() {
    // given
    pipe(Sent.intent(ID), traced(TRACE));
    ledger.raw(COMMANDS);

    // when
    ledger.pipe(Sent.claim(ID, 1, "c-1"));

    // then
    assertEquals(List.of(TRACE), traces(COMMANDS));
  }

  @Test
  void shouldBeginATraceWhenTheIntentBringsNone() {
    // given
    ledger.pipe(Sent.intent(ID));

    // when
    work();

    // then
    assertEquals(
        List.of(span("process onefold.intents", "IntentSubmitted").getTraceId()),
        traces(LedgerDriver.TOPICS.receipts()));
  }

  @Test
  void shouldWriteNoHeaderWhenSpansAreOff() {
    // given
    Tracing.remove();

    // when
    pipe(Sent.intent(ID), traced(TRACE));

    // then
    assertEquals(List.of("none"), traces(COMMANDS));
    assertEquals(List.of("none"), traces(LedgerDriver.TOPICS.journal()));
  }

  @Test
  void shouldJournalTheSameWithAndWithoutSpans() {
    // given
    List<TestRecord<byte[], byte[]>> plain;
    try (LedgerDriver other = LedgerDriver.start()) {
      Tracing.remove();
      other.pipe(Sent.intent(ID));
      other.pipe(Sent.claim(ID, 1, "c-1"));
      plain = other.raw(LedgerDriver.TOPICS.journal());
    }
    Tracing.install(SPANS.getOpenTelemetry());

    // when
    pipe(Sent.intent(ID), traced(TRACE));
    pipe(Sent.claim(ID, 1, "c-1"), traced(TRACE));

    // then
    List<TestRecord<byte[], byte[]>> traced = ledger.raw(LedgerDriver.TOPICS.journal());
    assertEquals(plain.size(), traced.size());
    for (int i = 0; i < plain.size(); i++) {
      assertArrayEquals(plain.get(i).value(), traced.get(i).value());
    }
  }

  @Test
  void shouldTellNothingOfThePayload() {
    // given
    pipe(
        Sent.intent(ID, "blog", "{\"title\":\"canary\"}", intent -> intent.setOwner("canary")),
        traced(TRACE));

    // when
    work();

    // then
    String told = SPANS.getSpans().toString();
    assertTrue(told.contains(ID), told);
    assertFalse(told.contains("canary"), told);
  }
}
