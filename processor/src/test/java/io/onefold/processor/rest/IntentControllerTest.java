package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.processor.Fixtures;
import io.onefold.processor.RestFixture;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IntentControllerTest {
  private static final String NDJSON = "application/x-ndjson";

  private RestFixture rest;

  @BeforeEach
  void start() {
    rest = new RestFixture();
  }

  @AfterEach
  void stop() {
    rest.close();
  }

  @Test
  void shouldAcceptWhenIntentIsNew() {
    // when
    HttpResponse<String> answer = rest.submit(Fixtures.approved("a|b|c"));

    // then
    JsonNode json = Fixtures.parse(answer.body());
    assertEquals(202, answer.statusCode(), answer.body());
    assertEquals("a|b|c", json.path("operationId").asText());
    assertEquals("accepted", json.path("disposition").asText());
    assertEquals("READY", json.path("state").asText());
    assertEquals(1, json.path("sequence").asInt());
  }

  @Test
  void shouldAcceptWhenApprovalIsMissing() {
    // when
    HttpResponse<String> answer = rest.submit(Fixtures.intent("held"));

    // then
    JsonNode json = Fixtures.parse(answer.body());
    assertEquals(202, answer.statusCode());
    assertEquals("accepted", json.path("disposition").asText());
    assertEquals("UNRESOLVED", json.path("state").asText());
  }

  @Test
  void shouldAcceptTheApprovedIntentWhenOneWithoutApprovalWasHeldBack() {
    // given
    rest.submit(Fixtures.intent("held"));

    // when
    HttpResponse<String> answer = rest.submit(Fixtures.approved("held"));

    // then
    JsonNode json = Fixtures.parse(answer.body());
    assertEquals("accepted", json.path("disposition").asText(), answer.body());
    assertEquals("READY", json.path("state").asText());
  }

  @Test
  void shouldAnswerDuplicateWhenTheSameIsSubmittedAgain() {
    // given
    rest.submit(Fixtures.approved("twice"));

    // when
    HttpResponse<String> answer = rest.submit(Fixtures.approved("twice").put("owner", "others"));

    // then
    assertEquals(202, answer.statusCode());
    assertEquals("duplicate", Fixtures.parse(answer.body()).path("disposition").asText());
  }

  @Test
  void shouldNameTheFieldsWhenContentDiffers() {
    // given
    rest.submit(Fixtures.approved("clash"));
    ObjectNode other = Fixtures.approved("clash").put("action", "update");

    // when
    HttpResponse<String> answer = rest.submit(other);

    // then
    JsonNode json = Fixtures.parse(answer.body());
    assertEquals(202, answer.statusCode());
    assertEquals("conflict", json.path("disposition").asText());
    assertEquals("[\"action\"]", json.path("fields").toString());
    assertTrue(json.path("message").asText().contains("action"), answer.body());
  }

  @Test
  void shouldOnlySayRecordedWhenTheLedgerHasNotDecided() {
    // given
    rest.ledger.stopDeciding();

    // when
    HttpResponse<String> answer = rest.submit(Fixtures.approved("slow"));

    // then
    JsonNode json = Fixtures.parse(answer.body());
    assertEquals(202, answer.statusCode());
    assertEquals("recorded", json.path("disposition").asText());
    assertFalse(json.has("state"));
  }

  @Test
  void shouldAnswerTheOperationWhenWaitEndsWithIt() {
    // when
    HttpResponse<String> answer =
        rest.post(
            "/v1/intents?wait=20s",
            Fixtures.intent("held").toString(),
            "Content-Type",
            "application/json");

    // then
    JsonNode json = Fixtures.parse(answer.body());
    assertEquals(200, answer.statusCode());
    assertEquals("UNRESOLVED", json.path("state").asText());
    assertEquals("accepted", json.path("disposition").asText());
    assertEquals("MISSING_APPROVAL", json.path("reason").asText());
  }

  @Test
  void shouldAnswerAcceptedWhenWaitRunsOut() {
    // when
    HttpResponse<String> answer =
        rest.post(
            "/v1/intents?wait=100ms",
            Fixtures.approved("open").toString(),
            "Content-Type",
            "application/json");

    // then
    assertEquals(202, answer.statusCode());
    assertEquals("READY", Fixtures.parse(answer.body()).path("state").asText());
  }

  @Test
  void shouldServeOthersWhenManyWait() {
    // given
    rest.submit(Fixtures.approved("open"));
    List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      waiting.add(
          CompletableFuture.supplyAsync(
              () ->
                  rest.post(
                      "/v1/intents?wait=3s",
                      Fixtures.approved("open").toString(),
                      "Content-Type",
                      "application/json"),
              task -> Thread.ofVirtual().start(task)));
    }

    // when
    HttpResponse<String> answer = rest.submit(Fixtures.approved("another"));

    // then
    assertEquals(202, answer.statusCode());
    assertTrue(waiting.stream().anyMatch(w -> !w.isDone()));
    waiting.forEach(w -> assertEquals(202, w.join().statusCode()));
  }

  @Test
  void shouldRefuseWhenTheLedgerDoesNotRun() {
    // given
    rest.ledger.stop();

    // when
    HttpResponse<String> answer = rest.submit(Fixtures.approved("no"));

    // then
    assertEquals(503, answer.statusCode());
    assertTrue(answer.body().contains("nothing was stored"), answer.body());
    assertTrue(rest.ledger.written().isEmpty());
  }

  @Test
  void shouldNotClaimSuccessWhenTheBrokerDoesNotAcknowledge() {
    // given
    rest.ledger.loseBroker();

    // when
    HttpResponse<String> answer = rest.submit(Fixtures.approved("no"));

    // then
    assertEquals(503, answer.statusCode());
    assertTrue(answer.body().contains("submitting it again is safe"), answer.body());
  }

  @Test
  void shouldAnswerEachLineWhenOneIsBad() {
    // given
    ObjectNode unknown = Fixtures.approved("n-3").put("destination", "nowhere");
    String lines = Fixtures.approved("n-1") + "\n{\n\n" + Fixtures.approved("n-1") + "\n" + unknown;

    // when
    HttpResponse<String> answer = rest.post("/v1/intents", lines, "Content-Type", NDJSON);

    // then
    List<JsonNode> answers = answer.body().lines().map(Fixtures::parse).toList();
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals(NDJSON, answer.headers().firstValue("Content-Type").orElse(""));
    assertEquals(
        List.of("accepted", "refused", "duplicate", "refused"),
        answers.stream().map(a -> a.path("disposition").asText()).toList());
    assertEquals(List.of(1, 2, 4, 5), answers.stream().map(a -> a.path("line").asInt()).toList());
    assertEquals("destination", answers.get(3).path("field").asText());
    assertEquals(400, answers.get(3).path("status").asInt());
  }

  @Test
  void shouldKeepTheOrderWhenLinesOfOneOperationDiffer() {
    // given
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      ObjectNode intent = Fixtures.intent("batch-" + i % 100).put("destination", "wiki");
      intent.putObject("payload").put("round", i / 100);
      lines.append(intent).append('\n');
    }

    // when
    HttpResponse<String> answer =
        rest.post("/v1/intents", lines.toString(), "Content-Type", NDJSON);

    // then
    List<String> words =
        answer.body().lines().map(l -> Fixtures.parse(l).path("disposition").asText()).toList();
    assertEquals(500, words.size());
    assertTrue(words.subList(0, 100).stream().allMatch("accepted"::equals), words.toString());
    assertTrue(words.subList(100, 500).stream().allMatch("conflict"::equals), words.toString());
  }

  @Test
  void shouldRefuseALineWhenItIsTooLong() {
    // given
    String tooLong = "{\"operationId\":\"" + "x".repeat(IntentController.MOST_INTENT_BYTES) + "\"}";

    // when
    HttpResponse<String> answer =
        rest.post("/v1/intents", tooLong + "\n" + Fixtures.approved("ok"), "Content-Type", NDJSON);

    // then
    List<JsonNode> answers = answer.body().lines().map(Fixtures::parse).toList();
    assertEquals(413, answers.get(0).path("status").asInt());
    assertEquals("accepted", answers.get(1).path("disposition").asText());
  }
}
