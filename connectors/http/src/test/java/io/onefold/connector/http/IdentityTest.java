package io.onefold.connector.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Inconclusive;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.SendResult.Refused;
import io.onefold.connector.simulated.ProviderProfile;
import io.onefold.connector.simulated.SimulatedProviderServer;
import io.onefold.destination.Destination;
import io.onefold.destination.SecretResolver;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** K19: whose credentials are these? */
class IdentityTest {
  private static final String CONTRACT =
      """
      destinations:
        blog:
          connector: http
          account: acme
          environment: live
          lease: 10s
          send: {url: "%1$s/items", timeout: 1s, provider-id: /id, headers: {X-Operation: "{operationId}"}}
          identity: {url: "%1$s/whoami", equals: {/account: acme, /env: live}, every: 10m}
          readback: [{by: reference, url: "%1$s/items?ref={operationId}", items: /items}]
      """;

  private final HttpConnector connector = new HttpConnector(HttpSettings.DEFAULT, Blog.secrets());

  @AfterEach
  void end() {
    connector.close();
  }

  private SendResult send(Destination destination, String operation) {
    return connector.send(Blog.send(destination, operation), () -> true);
  }

  private static long probes(SimulatedProviderServer server) {
    return server.requests().stream().filter(one -> one.uri().equals("/whoami")).count();
  }

  @Test
  void shouldAskOnceForManySends() throws Exception {
    try (SimulatedProviderServer server = SimulatedProviderServer.start()) {
      // given
      Destination destination = Blog.destination(CONTRACT, server.baseUrl());
      send(destination, "first");

      // when
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < 20; i++) {
          String operation = "op-" + i;
          threads.execute(() -> send(destination, operation));
        }
      }

      // then
      assertEquals(21, server.provider().effects());
      assertEquals(1, probes(server));
    }
  }

  @Test
  void shouldNotWaitForTheProbeOfAnotherSend() throws Exception {
    // given: the first probe hangs until the second send has ended
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    try (RawServer server =
            new RawServer(
                (connection, request) -> {
                  if (request.startsWith("GET") && asked.getCount() == 1) {
                    asked.countDown();
                    await(answered);
                  }
                  RawServer.write(
                      connection,
                      RawServer.answer(
                          200, "", "{\"id\":\"A\",\"account\":\"acme\",\"env\":\"live\"}"));
                  return true;
                });
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Destination destination = Blog.destination(CONTRACT, server.url());
      Future<SendResult> first = threads.submit(() -> send(destination, "op-1"));
      await(asked);

      // when
      SendResult second = send(destination, "op-2");

      // then
      assertInstanceOf(Accepted.class, second);
      answered.countDown();
      assertInstanceOf(Accepted.class, first.get());
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(9, TimeUnit.SECONDS), "waited too long");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldRefuseAndWriteNothingWhenTheCredentialsBelongElsewhere() {
    // given
    ProviderProfile test = ProviderProfile.PLAIN.identity(Map.of("account", "acme", "env", "test"));
    try (SimulatedProviderServer server = SimulatedProviderServer.start(test)) {
      Destination destination = Blog.destination(CONTRACT, server.baseUrl());

      // when
      SendResult result = send(destination, "op");
      SendResult again = send(destination, "op");

      // then
      Refused refused = assertInstanceOf(Refused.class, result);
      assertEquals(Refused.Why.IDENTITY_MISMATCH, refused.why(), refused.message());
      assertInstanceOf(Refused.class, again);
      assertEquals(0, server.provider().writes("op"));
      assertEquals(2, probes(server), "only a confirmation is remembered");
    }
  }

  @Test
  void shouldAskAgainWhenTheSecretWasReplaced() {
    // given
    AtomicReference<String> secret = new AtomicReference<>("first");
    SecretResolver rotating =
        new SecretResolver() {
          @Override
          public Optional<String> environment(String name) {
            return Optional.of(secret.get());
          }

          @Override
          public Optional<String> file(String path) {
            return Optional.empty();
          }
        };
    try (SimulatedProviderServer server = SimulatedProviderServer.start();
        HttpConnector fresh = new HttpConnector(HttpSettings.DEFAULT, rotating)) {
      Destination destination =
          Blog.destination(
              CONTRACT.replace(
                  "X-Operation:", "Authorization: \"${env:BLOG_TOKEN}\", X-Operation:"),
              server.baseUrl());
      fresh.send(Blog.send(destination, "one"), () -> true);
      fresh.send(Blog.send(destination, "two"), () -> true);

      // when
      secret.set("second");
      fresh.send(Blog.send(destination, "three"), () -> true);

      // then
      assertEquals(2, probes(server));
    }
  }

  @Test
  void shouldNotProveAbsenceWithCredentialsThatBelongElsewhere() {
    // given
    ProviderProfile test = ProviderProfile.PLAIN.identity(Map.of("account", "acme", "env", "test"));
    try (SimulatedProviderServer server = SimulatedProviderServer.start(test)) {
      Destination destination = Blog.destination(CONTRACT, server.baseUrl());

      // when
      Observation seen = connector.readback(Blog.readback(destination, "op"));

      // then
      assertEquals(Inconclusive.Why.UNAVAILABLE, assertInstanceOf(Inconclusive.class, seen).why());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "401, AUTHORIZATION",
    "403, AUTHORIZATION",
    "500, IDENTITY_UNKNOWN",
    "404, IDENTITY_UNKNOWN",
    "302, IDENTITY_UNKNOWN",
    "200, IDENTITY_UNKNOWN"
  })
  void shouldSendNothingWhenTheProbeIsNotConfirmed(int status, String why) throws IOException {
    // given
    try (RawServer server =
        new RawServer(
            (connection, request) -> {
              RawServer.write(connection, RawServer.answer(status, "Location: /x\r\n", "no json"));
              return true;
            })) {
      // when
      SendResult result = send(Blog.destination(CONTRACT, server.url()), "op");

      // then
      assertEquals(
          why,
          result instanceof Refused refused
              ? refused.why().name()
              : assertInstanceOf(NotSent.class, result).why().name());
      assertEquals(1, server.requests().size(), "no write, and no redirect followed");
    }
  }

  @Test
  void shouldSendAgainOnceTheCredentialsAreRepaired() throws IOException {
    // given
    int[] status = {401};
    try (RawServer server =
        new RawServer(
            (connection, request) -> {
              boolean probe = request.startsWith("GET");
              RawServer.write(
                  connection,
                  probe
                      ? RawServer.answer(status[0], "", "{\"account\":\"acme\",\"env\":\"live\"}")
                      : RawServer.answer(201, "", "{\"id\":\"A\"}"));
              return true;
            })) {
      Destination destination = Blog.destination(CONTRACT, server.url());
      assertInstanceOf(Refused.class, send(destination, "op"));

      // when
      status[0] = 200;

      // then
      assertInstanceOf(Accepted.class, send(destination, "op"));
    }
  }
}
