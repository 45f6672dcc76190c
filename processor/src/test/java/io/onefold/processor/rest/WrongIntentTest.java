package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.processor.Fixtures;
import io.onefold.processor.RestFixture;
import io.onefold.schema.IntentRules;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every mistake is answered with its field and with what is allowed, and nothing is written. */
class WrongIntentTest {
  private static RestFixture rest;

  @BeforeAll
  static void start() {
    rest = new RestFixture();
  }

  @AfterAll
  static void stop() {
    rest.close();
  }

  record Mistake(String body, int status, String field, String says) {
    @Override
    public String toString() {
      return field + ": " + says;
    }
  }

  static Stream<Mistake> mistakes() {
    return Stream.of(
        raw("", "intent", "JSON"),
        raw("{", "intent", ""),
        raw("[]", "intent", "object"),
        raw("null", "intent", "object"),
        raw("\"text\"", "intent", "object"),
        raw("{} {}", "intent", ""),
        raw("{\"operationId\":\"a\",\"operationId\":\"b\"}", "operationId", ""),
        wrong(json -> json.put("colour", "red"), "colour", "allowed"),
        wrong(json -> without(json, "operationId"), "operationId", "missing"),
        wrong(json -> json.put("operationId", ""), "operationId", "1 to 200"),
        wrong(json -> json.put("operationId", "a b"), "operationId", "position 2"),
        wrong(json -> json.put("operationId", "ä"), "operationId", "A-Z a-z 0-9"),
        wrong(json -> json.put("operationId", "x".repeat(201)), "operationId", "201"),
        wrong(json -> json.put("operationId", 7), "operationId", ""),
        wrong(json -> without(json, "destination"), "destination", ""),
        wrong(json -> json.put("destination", "nowhere"), "destination", "blog, wiki"),
        wrong(json -> without(json, "account"), "account", ""),
        wrong(json -> json.put("account", "other"), "account", "acme-editorial"),
        wrong(json -> json.put("account", "Acme-Editorial"), "account", "acme-editorial"),
        wrong(json -> without(json, "environment"), "environment", ""),
        wrong(json -> json.put("environment", "staging"), "environment", "production"),
        wrong(json -> without(json, "action"), "action", ""),
        wrong(json -> json.put("action", " "), "action", "1 to 100"),
        wrong(json -> json.put("action", "x".repeat(101)), "action", "100"),
        wrong(json -> without(json, "payload"), "payload", ""),
        wrong(json -> json.put("payloadText", "also"), "payloadText", "exactly one"),
        wrong(json -> json.put("owner", "line\nbreak"), "owner", "control character"),
        wrong(json -> json.put("notBefore", "tomorrow"), "notBefore", "RFC 3339"),
        wrong(json -> json.put("expiresAt", "2026-10-31"), "expiresAt", "RFC 3339"),
        wrong(json -> json.put("expiresAt", "2020-01-01T00:00:00Z"), "expiresAt", "over"),
        wrong(
            json ->
                json.put("notBefore", "2099-01-02T00:00:00Z")
                    .put("expiresAt", "2099-01-01T00:00:00Z"),
            "expiresAt",
            "later"),
        wrong(json -> json.put("issuedAt", "2020-01-01T00:00:00Z"), "issuedAt", "dedupe window"),
        wrong(json -> json.put("attributes", "slug"), "attributes", "object"),
        wrong(json -> with(json, "attributes", "a b", "x"), "attributes.a b", "A-Z"),
        wrong(
            json -> with(json, "attributes", "slug", "x".repeat(1001)), "attributes.slug", "1000"),
        approval(a -> without(a, "by"), "approval.by", ""),
        approval(a -> a.put("decision", "MAYBE"), "approval.decision", "APPROVED and DENIED"),
        approval(a -> a.put("payloadHash", "md5:1"), "approval.payloadHash", "sha256:"),
        approval(
            a -> a.put("payloadHash", "sha256:" + "0".repeat(64)),
            "approval.payloadHash",
            "hash is sha256:"),
        approval(a -> a.put("note", "x"), "approval.note", ""),
        new Mistake(
            Fixtures.intent("w")
                .put("payload", "x".repeat(IntentRules.DEFAULT_MAX_PAYLOAD_BYTES))
                .toString(),
            413,
            "payload",
            "921600"),
        new Mistake(
            "{\"operationId\":\"" + "x".repeat(IntentController.MOST_INTENT_BYTES) + "\"}",
            413,
            "",
            "allowed are at most"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void shouldNameFieldAndRuleWhenIntentIsWrong(Mistake mistake) {
    // when
    HttpResponse<String> answer =
        rest.post("/v1/intents", mistake.body(), "Content-Type", "application/json");

    // then
    JsonNode problem = Fixtures.parse(answer.body());
    assertAll(
        () -> assertEquals(mistake.status(), answer.statusCode(), answer.body()),
        () ->
            assertEquals(
                "application/problem+json", answer.headers().firstValue("Content-Type").orElse("")),
        () -> assertEquals(mistake.field(), problem.path("field").asText(), answer.body()),
        () -> assertTrue(problem.path("message").asText().contains(mistake.says()), answer.body()),
        () -> assertEquals(problem.path("message"), problem.path("detail")),
        () -> assertTrue(problem.path("type").asText().startsWith("urn:onefold:problem:")),
        () -> assertEquals("/v1/intents", problem.path("instance").asText()),
        () -> assertTrue(rest.ledger.written().isEmpty()));
  }

  @ParameterizedTest
  @MethodSource("mediaTypes")
  void shouldNameMediaTypesWhenBodyIsAnotherOne(String mediaType) {
    // when
    HttpResponse<String> answer =
        rest.post("/v1/intents", Fixtures.approved("w").toString(), "Content-Type", mediaType);

    // then
    assertEquals(415, answer.statusCode());
    assertTrue(answer.body().contains("application/x-ndjson"), answer.body());
  }

  static Stream<String> mediaTypes() {
    return Stream.of("text/plain", "application/xml", "application/x-www-form-urlencoded");
  }

  @ParameterizedTest
  @MethodSource("queries")
  void shouldNameTheParameterWhenItIsWrong(String query) {
    // when
    HttpResponse<String> answer =
        rest.post(
            "/v1/intents?" + query,
            Fixtures.approved("w-" + Instant.now().toEpochMilli()).toString(),
            "Content-Type",
            "application/json");

    // then
    assertEquals(400, answer.statusCode(), answer.body());
    assertEquals(
        query.substring(0, query.indexOf('=')),
        Fixtures.parse(answer.body()).path("field").asText());
  }

  static Stream<String> queries() {
    return Stream.of("wait=soon", "wait=121s", "wait=3m", "wait=-1s", "wiat=3s", "wait=1s&wait=2s");
  }

  private static Mistake raw(String body, String field, String says) {
    return new Mistake(body, 400, field, says);
  }

  private static Mistake wrong(UnaryOperator<ObjectNode> change, String field, String says) {
    return new Mistake(change.apply(Fixtures.intent("w")).toString(), 400, field, says);
  }

  private static Mistake approval(UnaryOperator<ObjectNode> change, String field, String says) {
    ObjectNode json = Fixtures.approved("w");
    json.set("approval", change.apply((ObjectNode) json.get("approval")));
    return new Mistake(json.toString(), 400, field, says);
  }

  private static ObjectNode without(ObjectNode json, String field) {
    json.remove(field);
    return json;
  }

  private static ObjectNode with(ObjectNode json, String field, String name, String value) {
    json.putObject(field).put(name, value);
    return json;
  }
}
