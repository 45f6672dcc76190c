package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.SendResult;
import io.onefold.tracing.LogFields;
import io.onefold.tracing.Tracing;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.MDC;

/** A worker's part of the trace, from the headers of commands to those of reports. */
class TrailsTest {
  @RegisterExtension static final OpenTelemetryExtension SPANS = OpenTelemetryExtension.create();

  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "00-" + TRACE + "-b7ad6b7169203331-01";

  private final ShellBench shell = new ShellBench(true);

  @AfterEach
  void noSpans() {
    Tracing.remove();
  }

  private void attempt() throws InterruptedException {
    shell.assign(0);
    shell.arrive(0, Commands.send("op", 1), "traceparent", PARENT);
    shell.turn();
    shell.arrive(0, Commands.grant("op", 1, shell.claimIdOf("op")), "traceparent", PARENT);
    shell.turn();
    shell.runCalls();
  }

  private static Optional<String> traceOf(ProducerRecord<byte[], byte[]> record) {
    return Optional.ofNullable(record.headers().lastHeader("traceparent"))
        .map(header -> new String(header.value(), StandardCharsets.UTF_8).split("-", -1)[1]);
  }

  private static Map<String, SpanData> spans() {
    return SPANS.getSpans().stream()
        .collect(Collectors.toMap(span -> span.getName() + fact(span), span -> span));
  }

  /** Claims and reports go to the same topic. */
  private static String fact(SpanData span) {
    String fact = span.getAttributes().get(Tracing.FACT);
    return fact == null ? "" : " " + fact;
  }

  @Test
  void shouldCarryTheTraceFromCommandsToReports() throws InterruptedException {
    // given
    Tracing.install(SPANS.getOpenTelemetry());

    // when
    attempt();

    // then
    assertEquals(
        List.of(Optional.of(TRACE), Optional.of(TRACE)),
        shell.producer.history().stream().map(TrailsTest::traceOf).toList());
    Map<String, SpanData> spans = spans();
    SpanData process = spans.get("process onefold.commands");
    assertEquals(
        process.getSpanId(), spans.get("attempt blog").getParentSpanId(), spans.toString());
    assertEquals(process.getSpanId(), spans.get("readback blog").getParentSpanId());
    assertEquals(
        process.getSpanId(),
        spans.get("send onefold.provider-events SendReported").getParentSpanId());
    assertEquals(
        "b7ad6b7169203331",
        spans.get("send onefold.provider-events ClaimRequested").getParentSpanId());
    assertEquals("ACCEPTED", spans.get("attempt blog").getAttributes().get(Tracing.RESULT));
  }

  @Test
  void shouldWriteNoHeaderWhenSpansAreOff() throws InterruptedException {
    // when
    attempt();

    // then
    assertEquals(2, shell.producer.history().size());
    shell.producer.history().forEach(each -> assertEquals(0, each.headers().toArray().length));
  }

  @Test
  void shouldTellLogLinesOfACallWhichOperationItIs() throws InterruptedException {
    // given
    List<String> fields = new ArrayList<>();
    shell.connector.onSend =
        (request, gate) -> {
          fields.add(MDC.get(LogFields.OPERATION_ID));
          fields.add(MDC.get(LogFields.DESTINATION));
          return shell.connector.write(request, gate);
        };

    // when
    attempt();

    // then
    assertEquals(List.of("op", "blog"), fields);
    assertNull(MDC.get(LogFields.OPERATION_ID));
  }

  @Test
  void shouldTellNothingThatADestinationAnsweredWhenAnAttemptFails() throws InterruptedException {
    // given
    Tracing.install(SPANS.getOpenTelemetry());
    shell.connector.onSend =
        (request, gate) ->
            new SendResult.Unknown(
                SendResult.Unknown.Why.SERVER_ERROR,
                "Bearer canary-text",
                FakeConnector.evidence("canary-id"),
                Optional.empty());

    // when
    attempt();

    // then
    String told = SPANS.getSpans().toString();
    assertTrue(told.contains("UNKNOWN"), told);
    assertFalse(told.contains("canary"), told);
  }
}
