package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever fails, and however much is logged: no payload, header or secret leaves the process in a
 * log line or a span. Each secret of these runs has the word {@code canary} in it.
 */
@Tag("campaign")
class LogsIT {
  private static final String CANARY = "canary";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path folder;
  private HttpServer collector;
  private final List<String> exported = new CopyOnWriteArrayList<>();

  /** It refuses what it is sent, and quotes the headers with which it came. */
  @BeforeEach
  void startCollector() throws IOException {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext("/", this::refuse);
    collector.start();
  }

  @AfterEach
  void stopCollector() {
    collector.stop(0);
  }

  private void refuse(HttpExchange exchange) throws IOException {
    exported.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
    byte[] answer =
        exchange.getRequestHeaders().entrySet().toString().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(401, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private Map<String, String> environment() {
    return Map.of(
        "ONEFOLD_LOG", "DEBUG",
        "ONEFOLD_LOG_OTHERS", "DEBUG",
        "ONEFOLD_LOG_FORMAT", "json",
        "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:" + collector.getAddress().getPort(),
        "OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer canary-collector",
        "OTEL_BSP_SCHEDULE_DELAY", "200");
  }

  private static void submit(OnefoldProcess onefold, byte[] intent) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(onefold.address().resolve("/v1/intents"))
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer canary-caller")
            .POST(BodyPublishers.ofByteArray(intent))
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      assertEquals(202, http.send(request, BodyHandlers.discarding()).statusCode());
    }
  }

  private static void awaitLine(OnefoldProcess onefold, String text) {
    await().atMost(PATIENCE).until(() -> Files.readString(onefold.log()).contains(text));
  }

  /** One line says where Onefold is; the JVM itself may warn of what a library does. */
  private static List<JsonNode> lines(Path log) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      if (!line.startsWith("Onefold is ready: ") && !line.startsWith("WARNING: ")) {
        lines.add(JSON.readTree(line));
      }
    }
    return lines;
  }

  private static boolean tells(JsonNode line, String message) {
    return line.path("message").asText().contains(message);
  }

  private String contract(TalkativeSite site) throws IOException {
    Path good = Files.writeString(folder.resolve("good"), "canary-credential");
    Path bad = Files.writeString(folder.resolve("bad"), "canary-credential");
    String contract = site.contract("${file:%s}".formatted(good));
    String other =
        site.contract("${file:%s}".formatted(bad))
            .replaceFirst("(?s).*destinations:\\n  blog:", "  broken:");
    return contract + other;
  }

  @Test
  void shouldTellOperationsAndNoSecretWhenEverythingFailsAtDebug() throws Exception {
    // given
    Path log;
    try (TalkativeSite site = TalkativeSite.start();
        OnefoldProcess onefold = OnefoldProcess.start(folder, contract(site), environment())) {
      log = onefold.log();

      // A start refuses a secret with a line end; this one is read afresh for each call.
      Files.writeString(folder.resolve("bad"), "canary\ncredential");

      // when
      submit(onefold, TalkativeSite.intent("logged|1", "canary-title"));
      submit(
          onefold,
          new String(TalkativeSite.intent("logged|2", "canary-title"), StandardCharsets.UTF_8)
              .replace("\"blog\"", "\"broken\"")
              .getBytes(StandardCharsets.UTF_8));
      awaitLine(onefold, "COMMIT_UNKNOWN to VERIFIED");
      awaitLine(onefold, "broken answered about operation logged|2");
      awaitLine(onefold, "Spans could not be handed to the OpenTelemetry collector");
      await()
          .atMost(PATIENCE)
          .until(() -> exported.stream().anyMatch(spans -> spans.contains("logged|1")));
    }

    // then
    assertFalse(Files.readString(log).contains(CANARY), () -> offending(log));
    assertFalse(exported.stream().anyMatch(spans -> spans.contains(CANARY)));
    List<JsonNode> lines = lines(log);
    JsonNode decided =
        lines.stream().filter(line -> tells(line, "READY to CLAIMED")).findFirst().orElseThrow();
    JsonNode answered =
        lines.stream().filter(line -> tells(line, "blog answered")).findFirst().orElseThrow();
    assertEquals("logged|1", answered.path("operationId").asText());
    assertEquals("blog", answered.path("destination").asText());
    for (JsonNode line : List.of(decided, answered)) {
      for (String field : List.of("timestamp", "level", "logger", "thread", "operationId")) {
        assertFalse(line.path(field).asText().isEmpty(), () -> field + " of " + line);
      }
      assertTrue(line.path("traceId").asText().matches("[0-9a-f]{32}"), line.toString());
    }
  }

  private static String offending(Path log) {
    try {
      return Files.readAllLines(log).stream().filter(line -> line.contains(CANARY)).toList() + "";
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void shouldNotQuoteASettingThatMayHoldACredentialWhenItCannotBeUsed() throws Exception {
    // given
    Path log = folder.resolve("refused.log");

    // when
    Process refused =
        OnefoldProcess.command(
            log,
            Map.of(
                "OTEL_TRACES_EXPORTER", "otlp",
                "OTEL_EXPORTER_OTLP_HEADERS", "canary-without-a-name"),
            "standalone",
            "--destinations",
            "missing.yaml");

    // then
    assertTrue(refused.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    String said = Files.readString(log);
    assertEquals(2, refused.exitValue(), said);
    assertTrue(said.contains("otel.exporter.otlp.headers"), said);
    assertFalse(said.contains(CANARY), said);
  }
}
