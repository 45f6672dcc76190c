package io.onefold.connector.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Found;
import io.onefold.connector.Observation.Inconclusive;
import io.onefold.connector.Observation.NotFound;
import io.onefold.connector.ReadbackRequest;
import io.onefold.connector.SendRequest;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.simulated.ProviderProfile;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.SeenRequest;
import io.onefold.connector.simulated.Showing;
import io.onefold.connector.simulated.SimulatedProviderServer;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.destination.Destination;
import io.onefold.destination.Normaliser;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Readbacks against a provider that lags, removes, caches and changes what it shows. */
class ReadbackTest extends ReadbackFixture {
  @Test
  void shouldSeeByIdAtOnceWhatTheSearchShowsLater() {
    // given: K14
    SimulatedProviderServer provider = start(ProviderProfile.PLAIN);
    Destination destination = Blog.destination(Blog.CONTRACT, provider.baseUrl());
    provider
        .provider()
        .script("op", Script.ACCEPTING.showing(Showing.lagging(Duration.ofHours(1))));
    Accepted sent = assertInstanceOf(Accepted.class, send(destination, "op"));

    // when
    Observation byId =
        connector.readback(
            Blog.readback(destination, "op", sent.evidence().providerId(), Optional.empty(), true));
    Observation bySearch = look(destination, "op");

    // then
    assertEquals("id", assertInstanceOf(Found.class, byId).method());
    assertTrue(assertInstanceOf(NotFound.class, bySearch).complete());
  }

  @Test
  void shouldNotAskThePublicAddressBeforeTheWriteWasAccepted() {
    // given: K16
    SimulatedProviderServer provider =
        start(ProviderProfile.PLAIN.cachingNotFound(Duration.ofMinutes(1)));
    String contract =
        HEAD
            + """
                readback:
                  - {by: public-url, url: "{publicUrl}"}
                  - {by: public-url, url: "%1$s/p/{attributes.slug}"}
            """
                .indent(0);
    Destination destination = Blog.destination(contract, provider.baseUrl());

    // when
    Observation before = look(destination, "op");

    // then
    assertEquals(Inconclusive.Why.NOTHING_TO_ASK, why(before));
    assertEquals(List.of(), provider.requests());
  }

  @Test
  void shouldNotTakeACachedNotFoundForAnything() {
    // given: K16, somebody looked too early and the cache keeps the 404
    SimulatedProviderServer provider =
        start(ProviderProfile.PLAIN.cachingNotFound(Duration.ofMinutes(1)));
    String contract =
        HEAD
            + """
                readback: [{by: public-url, url: "%1$s/p/{attributes.slug}"}]
            """
                .indent(0);
    Destination destination = Blog.destination(contract, provider.baseUrl());
    ReadbackRequest accepted =
        Blog.readback(destination, "op", Optional.of("I1"), Optional.empty(), true);

    // when
    Observation early = connector.readback(accepted);
    send(destination, "op");
    Observation late = connector.readback(accepted);

    // then
    assertFalse(assertInstanceOf(NotFound.class, early).complete());
    assertEquals(Inconclusive.Why.CACHED, why(late));
  }

  @Test
  void shouldShowThePublicAddressNoCredentials() {
    // given
    SimulatedProviderServer provider = start(ProviderProfile.PLAIN);
    String contract =
        HEAD
            + """
                headers: {Authorization: "Bearer ${env:BLOG_TOKEN}"}
                readback: [{by: public-url, url: "{publicUrl}"}]
            """
                .indent(0);
    Destination destination = Blog.destination(contract, provider.baseUrl());

    // when
    connector.readback(
        Blog.readback(
            destination, "op", Optional.empty(), Optional.of(provider.baseUrl() + "/p/x"), true));

    // then
    SeenRequest asked = provider.requests().getFirst();
    assertEquals("/p/x", asked.uri());
    assertFalse(asked.headers().containsKey("authorization"));
    assertEquals("no-cache", asked.headers().get("cache-control"));
  }

  @Test
  void shouldRecogniseItsTextInTheFormThatTheDestinationShows() {
    // given: K17
    SimulatedProviderServer provider = start(ProviderProfile.PLAIN);
    String contract =
        HEAD
            + """
                readback:
                  - by: list
                    url: "%1$s/items"
                    items: /items
                    match: {sent: /text, found: /text, normalise: [unwrap-links, unescape-html]}
                item:
                  provider-id: /id
                  content: [{sent: /text, found: /text, normalise: [nfc, unwrap-links, unescape-html]}]
            """
                .indent(0);
    Destination destination = Blog.destination(contract, provider.baseUrl());
    provider.provider().scriptOthers(unanswered().showing(Showing.escapedTexts()));
    String text = "Latency & Throughput <p95> see https://example.test/a?b=1&c=2";
    byte[] payload = "{\"text\":\"%s\"}".formatted(text).getBytes(StandardCharsets.UTF_8);
    send(destination, "another");
    connector.send(
        new SendRequest(
            destination, "op", 1, "post", payload, "application/json", Map.of(), Instant.now()),
        () -> true);
    ReadbackRequest request =
        new ReadbackRequest(
            destination,
            "op",
            payload,
            "application/json",
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.of(Instant.now()));

    // when
    Found first = assertInstanceOf(Found.class, connector.readback(request));
    Found second = assertInstanceOf(Found.class, connector.readback(request));

    // then
    assertEquals(Found.Kind.NORMALISED, first.kind());
    assertEquals(
        Set.of(Normaliser.UNWRAP_LINKS, Normaliser.UNESCAPE_HTML), Set.copyOf(first.normalisers()));
    assertEquals(first.observedHash(), second.observedHash(), "generated ids are not content");
  }

  @Test
  void shouldSeeThatAnItemWithAChosenIdWasRemoved() {
    // given: K18
    SimulatedProviderServer provider = start(ProviderProfile.PLAIN.withClientChosenIds());
    String contract =
        HEAD
            + """
                readback: [{by: id, url: "%1$s/items/{operationId}"}]
                item: {provider-id: /id, removed: {status: [410]}}
            """
                .indent(0);
    Destination destination = Blog.destination(contract, provider.baseUrl());
    Observation before = look(destination, "op");
    provider.provider().script("op", unanswered().showing(Showing.removedItems()));
    send(destination, "op");

    // when
    Observation after = look(destination, "op");
    SendResult again = send(destination, "op");

    // then
    assertTrue(assertInstanceOf(NotFound.class, before).complete(), "the caller chose the id");
    assertEquals(Found.Kind.REMOVED, assertInstanceOf(Found.class, after).kind());
    assertInstanceOf(SendResult.Refused.class, again);
  }

  @Test
  void shouldFindThroughTheJobWhenItIsDone() {
    // given: K04
    SimulatedProviderServer provider = start(ProviderProfile.PLAIN);
    Destination destination = Blog.destination(Blog.CONTRACT, provider.baseUrl());
    provider
        .provider()
        .script(
            "op",
            Script.of(WriteStep.commit(Reply.status(202)))
                .job(Duration.ZERO, true)
                .showing(Showing.lagging(Duration.ofHours(1))));
    SendResult sent = send(destination, "op");

    // when
    Observation seen =
        connector.readback(
            new ReadbackRequest(
                destination,
                "op",
                Blog.payload("op"),
                "application/json",
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                sent.evidence().job(),
                true,
                Optional.of(Instant.now())));

    // then
    Found found = assertInstanceOf(Found.class, seen);
    assertEquals("id", found.method());
    assertEquals(Optional.of("I1"), found.providerId());
  }

  @Test
  void shouldHaveNothingToAskWhereTheContractDeclaresNothing() {
    // given
    SimulatedProviderServer provider = start(ProviderProfile.PLAIN);
    Destination destination = Blog.destination(HEAD, provider.baseUrl());

    // when, then
    assertEquals(Inconclusive.Why.NOTHING_TO_ASK, why(look(destination, "op")));
  }
}
