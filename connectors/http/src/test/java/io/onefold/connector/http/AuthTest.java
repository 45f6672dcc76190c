package io.onefold.connector.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Found;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.SendResult.Refused;
import io.onefold.destination.Destination;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How requests prove who sends them, and what happens where the proof is not taken. */
class AuthTest {
  private static final String CONTRACT =
      """
      destinations:
        blog:
          connector: http
          account: acme
          environment: live
          lease: 10s
          auth: AUTH
          send: {url: "%1$s/items", timeout: 1s, provider-id: /id}
          readback:
            - {by: id, url: "%1$s/items/{providerId}"}
            - {by: reference, url: "%1$s/items?ref={operationId}"}
          item: {provider-id: /id}
      """;

  private static final String OAUTH =
      "{oauth2: {token-url: \"%1$s/token\", client-id: \"a b\", client-secret:"
          + " \"${env:BLOG_TOKEN}\", scope: \"x y\"}}";

  private final AtomicInteger tokens = new AtomicInteger();
  private final AtomicReference<String> taken = new AtomicReference<>("");
  private final AtomicLong nanos = new AtomicLong();
  private Optional<Site> site = Optional.empty();
  private final HttpConnector connector =
      new HttpConnector(
          new VertxWire(HttpSettings.DEFAULT, options -> {}),
          HttpSettings.DEFAULT,
          Blog.secrets(),
          Clock.systemUTC(),
          nanos::get);

  @AfterEach
  void end() {
    connector.close();
    site.ifPresent(Site::close);
  }

  private Site start() {
    Site started =
        Site.of(
            (seen, response) -> {
              if (seen.path().equals("/token")) {
                taken.set("Bearer t%d-secret".formatted(tokens.incrementAndGet()));
                json(
                    response,
                    200,
                    "{\"access_token\":\"%s\",\"token_type\":\"bearer\",\"expires_in\":300}"
                        .formatted(taken.get().substring(7)));
              } else if (!taken.get().isEmpty()
                  && !seen.header("Authorization").equals(taken.get())) {
                json(
                    response,
                    401,
                    "{\"error\":\"not %s\"}".formatted(seen.header("Authorization")));
              } else if (seen.method().equals("POST")) {
                json(response, 201, "{\"id\":\"7\"}");
              } else {
                json(response, 200, seen.path().equals("/items") ? "[]" : "{\"id\":\"7\"}");
              }
            });
    site = Optional.of(started);
    return started;
  }

  private static void json(HttpServerResponse response, int status, String body) {
    response.setStatusCode(status).end(body);
  }

  private static Destination destination(String auth, Site site) {
    return Blog.destination(CONTRACT.replace("AUTH", auth), site.url());
  }

  private SendResult send(Destination destination, String operation) {
    return connector.send(Blog.send(destination, operation), () -> true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{bearer: \"${env:BLOG_TOKEN}\"} | Authorization | Bearer %s",
        "{api-key: {header: X-Api-Key, value: \"${env:BLOG_TOKEN}\"}} | X-Api-Key | %s",
        "{basic: {user: ed, password: \"${env:BLOG_TOKEN}\"}} | Authorization | Basic",
      })
  void shouldSendTheCredentialWithWritesAndQuestions(String auth, String header, String value) {
    Site server = start();
    Destination destination = destination(auth, server);
    String expected =
        value.equals("Basic")
            ? "Basic "
                + Base64.getEncoder()
                    .encodeToString(("ed:" + Blog.SECRET).getBytes(StandardCharsets.UTF_8))
            : value.formatted(Blog.SECRET);

    send(destination, "op");
    connector.readback(Blog.readback(destination, "op"));

    assertEquals(2, server.seen().size());
    server.seen().forEach(one -> assertEquals(expected, one.header(header)));
  }

  @Test
  void shouldFetchATokenOnceAndAgainShortlyBeforeItEnds() {
    Site server = start();
    Destination destination = destination(OAUTH, server);

    send(destination, "op-1");
    send(destination, "op-2");
    nanos.set(Duration.ofSeconds(269).toNanos());
    send(destination, "op-3");
    int before = tokens.get();
    nanos.set(Duration.ofSeconds(271).toNanos());
    assertInstanceOf(Accepted.class, send(destination, "op-4"));

    assertEquals(1, before);
    assertEquals(2, tokens.get());
    Site.Seen request = server.seen("/token").get(0);
    assertEquals("grant_type=client_credentials&scope=x+y", request.body());
    assertTrue(
        new String(
                Base64.getDecoder().decode(request.header("Authorization").substring(6)),
                StandardCharsets.UTF_8)
            .startsWith("a+b:"));
  }

  @Test
  void shouldPutTheClientIntoTheBodyWhenTheServerWantsIt() {
    Site server = start();
    Destination destination =
        destination(OAUTH.replace("scope: \"x y\"", "client-auth: body, audience: api"), server);

    send(destination, "op");

    Site.Seen request = server.seen("/token").get(0);
    assertTrue(request.body().contains("audience=api&client_id=a+b&client_secret="));
    assertEquals("null", request.header("Authorization"));
  }

  @Test
  void shouldNotSendTwiceInOneAttemptWhenTheTokenIsNoLongerTaken() {
    Site server = start();
    Destination destination = destination(OAUTH, server);
    send(destination, "op-1");
    taken.set("Bearer another");

    SendResult outdated = send(destination, "op-2");
    SendResult next = send(destination, "op-2");

    assertEquals(NotSent.Why.NOT_COMMITTED, assertInstanceOf(NotSent.class, outdated).why());
    assertInstanceOf(Accepted.class, next);
    assertEquals(3, server.seen("/items").size());
    assertEquals(2, tokens.get());
    assertFalse(outdated.toString().contains("t1-secret"), outdated.toString());
  }

  @Test
  void shouldAskOnceMoreWithANewTokenWhenAReadbackIsNotAuthorised() {
    Site server = start();
    Destination destination = destination(OAUTH, server);
    send(destination, "op");
    taken.set("Bearer another");

    Observation seen =
        connector.readback(
            Blog.readback(destination, "op", Optional.of("7"), Optional.empty(), true));

    assertInstanceOf(Found.class, seen, seen.message());
    assertEquals(2, tokens.get());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "401 | {\"error\":\"invalid_client\"} | AUTHORIZATION",
        "400 | {\"error\":\"unauthorized_client\"} | AUTHORIZATION",
        "400 | {\"error\":\"invalid_scope\"} | IDENTITY_UNKNOWN",
        "503 | | IDENTITY_UNKNOWN",
        "200 | {\"access_token\":\"a b\"} | IDENTITY_UNKNOWN",
        "200 | {\"access_token\":\"x\",\"token_type\":\"mac\"} | IDENTITY_UNKNOWN",
        "200 | [] | IDENTITY_UNKNOWN",
      })
  void shouldSendNothingWhenThereIsNoToken(int status, String body, String why) {
    Site server =
        Site.of((seen, response) -> json(response, status, Optional.ofNullable(body).orElse("")));
    site = Optional.of(server);

    SendResult result = send(destination(OAUTH, server), "op");

    String got =
        switch (result) {
          case Refused refused -> refused.why().name();
          case NotSent none -> none.why().name();
          default -> result.toString();
        };
    assertEquals(why, got, result.message());
    assertEquals(0, server.seen("/items").size());
    assertFalse(result.toString().contains(Blog.SECRET), result.toString());
  }

  @Test
  void shouldSayWhyWhenTheTokenServerIsNotThere() {
    Site server = start();
    String auth = OAUTH.replace("%1$s/token", "http://127.0.0.1:1/token");

    SendResult result = send(destination(auth, server), "op");

    assertEquals(NotSent.Why.CONNECTION_REFUSED, assertInstanceOf(NotSent.class, result).why());
    assertTrue(result.message().contains("The authorization server gave no token"));
  }
}
