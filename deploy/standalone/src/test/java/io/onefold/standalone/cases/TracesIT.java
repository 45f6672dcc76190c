package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.tracing.Tracing;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** One trace leads from the caller's request through ledger and worker to the receipt. */
@Tag("instances")
class TracesIT {
  @RegisterExtension static final OpenTelemetryExtension SPANS = OpenTelemetryExtension.create();

  private static final String ID = "traced|1";
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String CALLER = "b7ad6b7169203331";

  @TempDir Path folder;

  @BeforeEach
  void makeSpans() {
    Tracing.install(SPANS.getOpenTelemetry());
  }

  @AfterEach
  void makeNoSpans() {
    Tracing.remove();
  }

  /** Others that run beside this test make spans as well. */
  private static Map<String, SpanData> spans() {
    return SPANS.getSpans().stream()
        .filter(span -> span.getTraceId().equals(TRACE))
        .collect(Collectors.toMap(SpanData::getSpanId, Function.identity()));
  }

  private static Optional<SpanData> named(String name) {
    return spans().values().stream().filter(span -> span.getName().equals(name)).findFirst();
  }

  /** Names from the caller's step down to this one. */
  private static List<String> path(SpanData leaf) {
    Map<String, SpanData> spans = spans();
    Deque<String> names = new ArrayDeque<>();
    SpanData span = leaf;
    while (span != null) {
      names.addFirst(span.getName());
      if (span.getParentSpanId().equals(CALLER)) {
        return List.copyOf(names);
      }
      span = spans.get(span.getParentSpanId());
    }
    throw new AssertionError("no way up from " + leaf + " in " + spans);
  }

  private static String submit(RunningOnefold onefold, byte[] intent) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(onefold.address().resolve("/v1/intents?wait=90s"))
            .header("Content-Type", "application/json")
            .header("traceparent", "00-%s-%s-01".formatted(TRACE, CALLER))
            .POST(BodyPublishers.ofByteArray(intent))
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      return response.statusCode() + " " + response.body();
    }
  }

  @Test
  void shouldLeadFromTheRequestToTheReceiptWhenAnAnswerIsLost() throws Exception {
    // given
    Path secret = Files.writeString(folder.resolve("secret"), "canary-credential");
    try (TalkativeSite site = TalkativeSite.start();
        RunningOnefold onefold =
            RunningOnefold.start(
                folder.resolve("data"), site.contract("${file:%s}".formatted(secret)))) {

      // when
      String answer = submit(onefold, TalkativeSite.intent(ID, "canary-title"));

      // then
      assertTrue(answer.contains("VERIFIED"), answer);
      assertEquals(1, site.stored().size());
      await().atMost(Duration.ofMinutes(1)).until(() -> named("POST /v1/intents").isPresent());
      assertEquals(
          List.of("POST /v1/intents", "send onefold.intents", "process onefold.intents"),
          path(named("process onefold.intents").orElseThrow()));
      List<String> toReceipt = path(named("create onefold.receipts").orElseThrow());
      assertEquals("process onefold.intents", toReceipt.get(2), toReceipt.toString());
      assertEquals(
          List.of("process onefold.provider-events", "create onefold.receipts"),
          toReceipt.subList(toReceipt.size() - 2, toReceipt.size()));
      assertTrue(toReceipt.contains("process onefold.commands"), toReceipt.toString());
      SpanData attempt = named("attempt blog").orElseThrow();
      assertEquals("UNKNOWN", attempt.getAttributes().get(Tracing.RESULT));
      assertTrue(path(attempt).contains("process onefold.commands"), attempt.toString());
      SpanData readback = named("readback blog").orElseThrow();
      assertEquals("FOUND", readback.getAttributes().get(Tracing.RESULT));
      assertFalse(SPANS.getSpans().toString().contains("canary"));
    }
  }
}
