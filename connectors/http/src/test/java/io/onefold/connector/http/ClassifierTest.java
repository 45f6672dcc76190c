package io.onefold.connector.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.AcceptedLater;
import io.onefold.connector.SendResult.Deferred;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.SendResult.Refused;
import io.onefold.connector.SendResult.Unknown;
import io.onefold.connector.wire.Answer;
import io.onefold.destination.HttpContract;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClassifierTest {
  private static final Instant NOW = Instant.parse("2026-10-31T08:00:00Z");

  private static final String RULES =
      Blog.CONTRACT.replace(
          "      job: /job\n",
          "      job: /job\n      rules: ["
              + "{body: {/ok: false, /error: channel_archived}, result: refused},"
              + "{status: 200, body: {/ok: false}, result: unknown},"
              + "{status: 503, headers: {X-Not-Run: \"yes\"}, result: not-committed},"
              + "{status: 403, body: {/code: duplicate_content}, result: refused},"
              + "{status: [418], result: deferred},"
              + "{status: 412, result: accepted}]\n");

  private static final HttpContract CONTRACT = contract(Blog.CONTRACT);

  private static HttpContract contract(String text) {
    return Blog.destination(text, "https://blog.example").http();
  }

  private static Answer answer(int status, String body) {
    return answer(status, Map.of(), body);
  }

  private static Answer answer(int status, Map<String, List<String>> headers, String body) {
    return new Answer(status, headers, body.getBytes(StandardCharsets.UTF_8), true);
  }

  private static SendResult classify(HttpContract contract, Answer answer) {
    return Classifier.classify(
        contract, answer, Optional.of("key"), new Masker(Blog.secrets()), NOW);
  }

  private static String named(SendResult result) {
    return switch (result) {
      case Accepted one -> "ACCEPTED";
      case AcceptedLater one -> "ACCEPTED_LATER";
      case Refused one -> one.why().name();
      case Deferred one -> "DEFERRED";
      case NotSent one -> one.why().name();
      case Unknown one -> one.why().name();
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "201 | {\"id\":\"A\"}           | ACCEPTED",
        "200 | {\"id\":7}               | ACCEPTED",
        "202 | {\"id\":\"A\"}           | ACCEPTED_LATER",
        "202 | ''                       | ACCEPTED_LATER",
        "201 | {\"job\":\"J1\"}         | ACCEPTED_LATER",
        "207 | {\"id\":\"A\"}           | ACCEPTED",
        "207 | {\"results\":[{\"status\":201}]} | ANSWER_WITHOUT_ID",
        "200 | {\"id\":null}            | ANSWER_WITHOUT_ID",
        "200 | {\"id\":\"\"}            | ANSWER_WITHOUT_ID",
        "200 | {\"id\":{\"x\":1}}       | ANSWER_WITHOUT_ID",
        "200 | {\"ok\":false}           | ANSWER_WITHOUT_ID",
        "204 | ''                       | ANSWER_WITHOUT_ID",
        "200 | <html>Welcome</html>     | UNREADABLE_ANSWER",
        "201 | {\"id\":\"A\"            | UNREADABLE_ANSWER",
        "201 | {\"id\":\"A\"} trailing  | UNREADABLE_ANSWER",
        "301 | ''                       | REDIRECTED",
        "304 | ''                       | REDIRECTED",
        "307 | ''                       | REDIRECTED",
        "400 | <html>                   | REJECTED_BY_DESTINATION",
        "401 | ''                       | AUTHORIZATION",
        "403 | ''                       | AUTHORIZATION",
        "404 | ''                       | REJECTED_BY_DESTINATION",
        "408 | ''                       | SERVER_ERROR",
        "409 | {\"code\":\"idempotency_key_in_use\"} | KEY_IN_FLIGHT",
        "422 | ''                       | KEY_MISMATCH",
        "410 | ''                       | REJECTED_BY_DESTINATION",
        "429 | ''                       | DEFERRED",
        "500 | ''                       | SERVER_ERROR",
        "503 | ''                       | SERVER_ERROR",
        "504 | <html>Gateway Timeout    | SERVER_ERROR",
        "101 | ''                       | UNREADABLE_ANSWER",
        "102 | ''                       | UNREADABLE_ANSWER",
        "999 | ''                       | UNREADABLE_ANSWER"
      })
  void shouldFollowTheDefaults(int status, String body, String expected) {
    assertEquals(expected, named(classify(CONTRACT, answer(status, body))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | {\"ok\":false,\"error\":\"channel_archived\"} | REJECTED_BY_DESTINATION",
        "200 | {\"ok\":false,\"error\":\"internal_error\"}   | BY_RULE",
        "200 | {\"ok\":true,\"id\":\"A\"}                    | ACCEPTED",
        "403 | {\"code\":\"duplicate_content\"}              | REJECTED_BY_DESTINATION",
        "403 | {}                                            | AUTHORIZATION",
        "418 | ''                                            | DEFERRED",
        "412 | ''                                            | ACCEPTED"
      })
  void shouldFollowTheFirstRuleThatMatchesBeforeTheDefaults(
      int status, String body, String expected) {
    assertEquals(expected, named(classify(contract(RULES), answer(status, body))));
  }

  @Test
  void shouldCallAServerErrorNotCommittedOnlyWhereTheRuleMatches() {
    // given
    Answer notRun = answer(503, Map.of("x-not-run", List.of("yes")), "");

    // when, then
    assertEquals("NOT_COMMITTED", named(classify(contract(RULES), notRun)));
    assertEquals("SERVER_ERROR", named(classify(contract(RULES), answer(503, ""))));
    assertEquals(
        "SERVER_ERROR",
        named(classify(CONTRACT, answer(503, Map.of("retry-after", List.of("5")), ""))));
  }

  @ParameterizedTest
  @ValueSource(ints = {409, 422})
  void shouldCallAConflictARefusalWhereNoKeyIsDeclared(int status) {
    // given
    String text =
        Blog.CONTRACT.replaceFirst("(?s)    idempotency:.*?    readback:", "    readback:");

    // when, then
    assertEquals("REJECTED_BY_DESTINATION", named(classify(contract(text), answer(status, ""))));
  }

  @Test
  void shouldAcceptASuccessWithoutIdWhereNoneIsDeclared() {
    // given
    String text =
        Blog.CONTRACT.replace("      provider-id: /id\n      public-url", "      public-url");

    // when, then
    assertEquals("ACCEPTED", named(classify(contract(text), answer(204, ""))));
    assertEquals("ACCEPTED", named(classify(contract(text), answer(200, "<html>"))));
    assertEquals("ANSWER_WITHOUT_ID", named(classify(contract(text), answer(207, ""))));
  }

  @Test
  void shouldTellWhatTheAnswerNamed() {
    // when
    SendResult result =
        classify(CONTRACT, answer(201, "{\"id\":7,\"url\":\"https://blog.example/p/x\"}"));

    // then
    Accepted accepted = assertInstanceOf(Accepted.class, result);
    assertEquals(Optional.of("7"), accepted.evidence().providerId());
    assertEquals(Optional.of("https://blog.example/p/x"), accepted.evidence().publicUrl());
    assertEquals(Optional.of(201), accepted.evidence().status());
    assertEquals(Optional.of("key"), accepted.idempotencyKey());
  }

  @Test
  void shouldRepeatTheErrorTextWithoutSecretsAndCut() {
    // given
    Masker masker = new Masker(Blog.secrets());
    masker.environment("BLOG_TOKEN");
    String body =
        "{\"error\":{\"message\":\"no %s here %s\"}}"
            .formatted(Blog.SECRET.replace("\"", "\\\""), "x".repeat(9000));

    // when
    SendResult result =
        Classifier.classify(CONTRACT, answer(400, body), Optional.empty(), masker, NOW);

    // then
    assertTrue(result.message().contains("no *** here"), result.message());
    assertTrue(result.message().length() < 400, result.message());
    assertEquals(2048, result.evidence().excerpt().orElseThrow().length());
    assertFalse(result.toString().contains("s3cr3t"), result.toString());
  }

  @Test
  void shouldUnpackACompressedAnswerOnlyUpToTheBound() throws Exception {
    // given
    byte[] small = gzip("{\"id\":\"A\"}".getBytes(StandardCharsets.UTF_8));
    byte[] bomb = gzip(new byte[1 << 20]);
    Map<String, List<String>> headers = Map.of("content-encoding", List.of("gzip"));

    // when, then
    assertEquals("ACCEPTED", named(classify(CONTRACT, Answer.of(201, headers, small, 4096))));
    assertEquals(
        "UNREADABLE_ANSWER", named(classify(CONTRACT, Answer.of(201, headers, bomb, 4096))));
    assertEquals(
        "UNREADABLE_ANSWER",
        named(
            classify(
                CONTRACT, Answer.of(201, Map.of("content-encoding", List.of("br")), small, 4096))));
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(plain);
    }
    return packed.toByteArray();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Retry-After | 3                             | 3000",
        "Retry-After | 0                             | 1000",
        "Retry-After | 2.5                           | 2500",
        "Retry-After | Sat, 31 Oct 2026 08:00:30 GMT | 31000",
        "Retry-After | Sat, 31 Oct 2026 07:00:00 GMT | 1000",
        "Retry-After | soon                          | 30000",
        "Retry-After | -5                            | 30000",
        "Retry-After | 99999999999999                | 604800000",
        "Retry-After-Ms | 1500                       | 1500",
        "RateLimit-Reset | 40                        | 40000",
        "X-RateLimit-Reset-After | 1.25              | 1250",
        "X-RateLimit-Reset | 1793433660              | 61000",
        "X-RateLimit-Reset | 1793433660000           | 61000",
        "X-Other | 1                                 | 30000"
      })
  void shouldReadTheWaitFromTheHeaders(String name, String value, long millis) {
    // given
    Answer answer = answer(429, Map.of(name.toLowerCase(Locale.ROOT), List.of(value)), "{}");

    // when
    Deferred deferred = assertInstanceOf(Deferred.class, classify(CONTRACT, answer));

    // then
    assertEquals(Duration.ofMillis(millis), deferred.retryAfter());
  }

  @Test
  void shouldTakeADateRelativeToTheDestinationsClock() {
    // given: their clock is an hour ahead of ours
    Answer answer =
        answer(
            429,
            Map.of(
                "date", List.of("Sat, 31 Oct 2026 09:00:00 GMT"),
                "retry-after", List.of("Sat, 31 Oct 2026 09:00:10 GMT")),
            "");

    // when
    Deferred deferred = assertInstanceOf(Deferred.class, classify(CONTRACT, answer));

    // then
    assertEquals(Duration.ofSeconds(11), deferred.retryAfter());
  }

  @Test
  void shouldNotTakeTheResetOfALimitThatIsNotUsedUp() {
    // given
    Answer answer =
        answer(
            429,
            Map.of(
                "x-ratelimit-remaining", List.of("12"),
                "x-ratelimit-reset", List.of("1793433660")),
            "");

    // when
    Deferred deferred = assertInstanceOf(Deferred.class, classify(CONTRACT, answer));

    // then
    assertEquals(RetryAfter.DEFAULT, deferred.retryAfter());
  }

  private static HttpContract withRules(String rules, String place) {
    return contract(
        Blog.CONTRACT
            .replaceFirst("provider-id: /id", "provider-id: " + place)
            .replace("      job: /job\n", "      job: /job\n      rules: [" + rules + "]\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{status: 5xx, result: refused} | 507 | {} | Refused",
        "{status: [409, 4xx], result: unknown} | 451 | {} | Unknown",
        "{body: {/e: {in: [a, 7]}}, result: refused} | 200 | {\"e\":7} | Refused",
        "{body: {/e: {contains: limit}}, result: deferred} | 403 | {\"e\":\"a limit\"} | Deferred",
        "{body: {/m: {matches: 'ID: [0-9]+$'}}, result: unknown} | 409 | {\"m\":\"ID: 7\"} |"
            + " Unknown",
        "{body: {/m: {matches: 'ID: [0-9]+$'}}, result: accepted} | 404 | {\"m\":\"ID: x\"} |"
            + " Refused",
      })
  void shouldKnowSetsPartsAndPatternsOfValues(String rule, int status, String body, String kind) {
    SendResult result = classify(withRules(rule, "/id"), answer(status, body));

    assertEquals(kind, result.getClass().getSimpleName(), result.message());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "retry-after: /w | {\"w\":1.5} | 1500",
        "retry-after: {at: /w, unit: ms} | {\"w\":2500} | 2500",
        "retry-after: {at: /w, otherwise: 60s} | {} | 60000",
        "retry-after: 2m | {} | 120000",
        "retry-after: /w | {\"w\":\"soon\"} | 30000",
      })
  void shouldReadTheWaitingTimeFromTheBody(String declared, String body, long millis) {
    HttpContract contract = withRules("{status: 418, result: deferred, " + declared + "}", "/id");

    SendResult result = classify(contract, answer(418, body));

    assertEquals(Duration.ofMillis(millis), assertInstanceOf(Deferred.class, result).retryAfter());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ratelimit | limit=10, remaining=0, reset=7 | 7000",
        "ratelimit | \"a\";r=5;t=90, \"b\";r=0;t=9 | 9000",
        "ratelimit | \"a\";r=5;t=90 | 30000",
        "x-ratelimit-reset | 2026-10-31T08:00:20.000Z | 20000",
        "x-ratelimit-reset | 1793433610 | 11000",
      })
  void shouldReadTheFormsOfRateLimits(String header, String value, long millis) {
    SendResult result = classify(CONTRACT, answer(429, Map.of(header, List.of(value)), ""));

    assertEquals(Duration.ofMillis(millis), assertInstanceOf(Deferred.class, result).retryAfter());
  }

  @ParameterizedTest
  @CsvSource({
    "header:Location,location,https://x.example/a/b%2Fc/?q=1,b/c",
    "header:X-Message-Id,x-message-id,a/b,a/b",
  })
  void shouldReadTheIdFromAHeader(String place, String header, String value, String id) {
    SendResult result =
        classify(withRules("", place), answer(201, Map.of(header, List.of(value)), ""));

    assertEquals(Optional.of(id), assertInstanceOf(Accepted.class, result).evidence().providerId());
  }
}
