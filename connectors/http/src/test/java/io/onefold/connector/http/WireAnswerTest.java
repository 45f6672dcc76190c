package io.onefold.connector.http;

import static io.onefold.connector.http.RawServer.answer;
import static io.onefold.connector.http.RawServer.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.Unknown;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that are cut, preliminary, oversized or no HTTP at all. */
class WireAnswerTest {
  private static final String MADE = answer(201, "", "{\"id\":\"A\"}");

  private static final String CONTRACT =
      """
      destinations:
        blog:
          connector: http
          account: acme
          environment: live
          lease: 10s
          verification: provider-ack
          send: {url: "%1$s/items", timeout: 500ms, provider-id: /id}
      """;

  private final HttpConnector connector =
      new HttpConnector(
          new HttpSettings(
              4, Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(2), 2048, 5),
          Blog.secrets());

  @AfterEach
  void end() {
    connector.close();
  }

  private SendResult send(String url) {
    return connector.send(Blog.send(Blog.destination(CONTRACT, url), "op"), () -> true);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 201 X\r\nContent-Length: 100\r\n\r\n{\"id\":\"A\"}",
        "HTTP/1.1 201 X\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"id\"",
        "HTTP/1.1 201 X\r\nContent-Le",
        "SSH-2.0-OpenSSH\r\n",
        "HTTP/1.1 201 X\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n",
        "HTTP/1.1 102 Processing\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n"
      })
  void shouldBeUnknownWhenTheAnswerIsCutOrNoAnswerAtAll(String bytes) throws IOException {
    // given
    try (RawServer server =
        new RawServer(
            (connection, request) -> {
              write(connection, bytes);
              return false;
            })) {
      // when
      SendResult result = send(server.url());

      // then
      assertInstanceOf(Unknown.class, result);
      assertEquals(1, server.requests().size());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"100 Continue", "103 Early Hints"})
  void shouldWaitForTheFinalAnswerAfterAnInterimOne(String interim) throws IOException {
    // given
    try (RawServer server =
        new RawServer(
            (connection, request) -> {
              write(connection, "HTTP/1.1 " + interim + "\r\n\r\n" + MADE);
              return true;
            })) {
      // when, then
      assertInstanceOf(Accepted.class, send(server.url()));
    }
  }

  @Test
  void shouldBeUnknownWhenTheAnswerIsTooLarge() throws IOException {
    // given
    String large = answer(201, "", "{\"id\":\"A\",\"x\":\"" + "x".repeat(5000) + "\"}");
    try (RawServer server =
        new RawServer(
            (connection, request) -> {
              write(connection, large);
              return true;
            })) {
      // when
      SendResult result = send(server.url());

      // then
      Unknown unknown = assertInstanceOf(Unknown.class, result);
      assertEquals(Unknown.Why.UNREADABLE_ANSWER, unknown.why());
      assertEquals(201, unknown.evidence().status().orElseThrow());
    }
  }
}
