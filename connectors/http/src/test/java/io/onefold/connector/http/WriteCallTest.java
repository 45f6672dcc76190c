package io.onefold.connector.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.SendRequest;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.destination.SecretResolver;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the idempotency key goes, and what stays as it was. */
class WriteCallTest {
  private static WriteCall call(
      String path, String place, int maxLength, boolean quoted, String operation, String payload) {
    String contract =
        """
        destinations:
          blog:
            connector: http
            account: acme
            environment: live
            verification: provider-ack
            headers: {Authorization: "Bearer ${env:BLOG_TOKEN}"}
            send: {url: "https://blog.example/items%s"}
            idempotency: {%s, value: "{operationId}", max-length: %d, quoted: %s}
        """
            .formatted(path, place, maxLength, quoted);
    SendRequest request =
        new SendRequest(
            Blog.destination(contract.replace("%", "%%"), ""),
            operation,
            1,
            "publish",
            payload.getBytes(StandardCharsets.UTF_8),
            "application/json",
            Map.of(),
            Instant.EPOCH);
    return WriteCall.of(
        request,
        OperationTexts.of(Blog.secrets(), operation, Map.of(), request.payload(), Map.of()));
  }

  @Test
  void shouldPutTheKeyIntoAHeader() {
    // when
    WriteCall plain = call("", "header: Idempotency-Key", 255, false, "a|b", "{ \"x\":1}");
    WriteCall quoted = call("", "header: Idempotency-Key", 255, true, "a|b", "{}");

    // then
    assertEquals("a|b", plain.call().headers().get("Idempotency-Key"));
    assertEquals("\"a|b\"", quoted.call().headers().get("Idempotency-Key"));
    assertEquals(Optional.of("a|b"), quoted.key());
    assertArrayEquals("{ \"x\":1}".getBytes(StandardCharsets.UTF_8), plain.call().body());
    assertEquals("Bearer " + Blog.SECRET, plain.call().headers().get("Authorization"));
  }

  @Test
  void shouldPutTheKeyIntoTheQuery() {
    assertEquals(
        "https://blog.example/items?requestid=a%7Cb%20%2B",
        call("", "query: requestid", 255, false, "a|b +", "{}").call().url().toString());
    assertEquals(
        "https://blog.example/items?x=1&requestid=a",
        call("?x=1", "query: requestid", 255, false, "a", "{}").call().url().toString());
  }

  @Test
  void shouldPutTheKeyIntoThePath() {
    assertEquals(
        "https://blog.example/items/a%7Cb",
        call("/{key}", "path: key", 255, false, "a|b", "{}").call().url().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "/key; {\"a\":1.50,\"b\":[]}; {\"a\":1.50,\"b\":[],\"key\":\"op\"}",
        "/meta/key; {\"a\":1}; {\"a\":1,\"meta\":{\"key\":\"op\"}}",
        "/meta/key; {\"meta\":{\"x\":2}}; {\"meta\":{\"x\":2,\"key\":\"op\"}}"
      })
  void shouldPutTheKeyIntoAFieldOfTheBody(String at, String payload, String expected) {
    // when
    WriteCall first = call("", "body-field: " + at, 255, false, "op", payload);
    WriteCall again = call("", "body-field: " + at, 255, false, "op", payload);

    // then
    assertEquals(
        Json.parse(expected.getBytes(StandardCharsets.UTF_8)), Json.parse(first.call().body()));
    assertArrayEquals(first.call().body(), again.call().body());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"no json", "[1]", "{\"meta\":\"text\"}"})
  void shouldSayThatTheKeyDoesNotFitIntoTheBody(String payload) {
    assertThrows(
        CallNotPossibleException.class,
        () -> call("", "body-field: /meta/key", 255, false, "op", payload));
  }

  @Test
  void shouldSendTheBodyAndItsTypeInPlaceOfThePayload() {
    // when
    WriteCall call = rendered("header: Idempotency-Key", "a=1&b=x%2By");

    // then
    assertEquals("a=1&b=x%2By", new String(call.call().body(), StandardCharsets.UTF_8));
    assertEquals("application/x-www-form-urlencoded", call.call().headers().get("Content-Type"));
  }

  @Test
  void shouldPutNoKeyIntoABodyThatTheLedgerRendered() {
    WriteCall call = rendered("body-field: /key", "a=1&key=op%2B1");

    assertEquals("a=1&key=op%2B1", new String(call.call().body(), StandardCharsets.UTF_8));
    assertEquals(Optional.of("op+1"), call.key());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"a=1", "a=1&key=op", "akey=op%2B1"})
  void shouldNotSendARenderedBodyThatDoesNotHoldItsKey(String body) {
    assertThrows(CallNotPossibleException.class, () -> rendered("body-field: /key", body));
  }

  private static WriteCall rendered(String place, String form) {
    String contract =
        """
        destinations:
          blog:
            connector: http
            account: acme
            environment: live
            verification: provider-ack
            send: {url: "https://blog.example/items"}
            idempotency: {%s, value: "{operationId}"}
        """
            .formatted(place);
    SendRequest request =
        new SendRequest(
            Blog.destination(contract.replace("%", "%%"), ""),
            "op+1",
            1,
            "publish",
            "{}".getBytes(StandardCharsets.UTF_8),
            "application/json",
            Map.of(),
            Instant.EPOCH,
            form.getBytes(StandardCharsets.UTF_8),
            "application/x-www-form-urlencoded");
    return WriteCall.of(
        request, OperationTexts.of(Blog.secrets(), "op+1", Map.of(), request.payload(), Map.of()));
  }

  @Test
  void shouldHashAKeyThatIsTooLong() {
    // when
    String cut = WriteCall.fit("operation-".repeat(20), 36);
    String whole = WriteCall.fit("operation-".repeat(20), 64);

    // then
    assertEquals(36, cut.length());
    assertEquals(52, whole.length());
    assertTrue(whole.matches("[0-9a-v]{52}"), whole);
    assertTrue(whole.startsWith(cut));
    assertEquals("short", WriteCall.fit("short", 5));
  }

  @Test
  void shouldNotBeSentWhenASecretIsMissing() {
    // given
    SecretResolver none =
        new SecretResolver() {
          @Override
          public Optional<String> environment(String name) {
            return Optional.empty();
          }

          @Override
          public Optional<String> file(String path) {
            return Optional.empty();
          }
        };

    // when
    try (HttpConnector connector = new HttpConnector(HttpSettings.DEFAULT, none)) {
      SendResult result =
          connector.send(
              Blog.send(Blog.destination(Blog.CONTRACT, "http://127.0.0.1:1"), "op"), () -> true);

      // then
      NotSent notSent = assertInstanceOf(NotSent.class, result);
      assertEquals(NotSent.Why.CONTRACT_MISMATCH, notSent.why());
      assertTrue(notSent.message().contains("BLOG_TOKEN"), notSent.message());
    }
  }
}
