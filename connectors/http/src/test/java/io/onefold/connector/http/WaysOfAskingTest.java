package io.onefold.connector.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Found;
import io.onefold.connector.Observation.Inconclusive;
import io.onefold.connector.Observation.NotFound;
import io.onefold.connector.ReadbackRequest;
import io.onefold.destination.Destination;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists, pages, documents, redirects: what a readback entry can say. */
class WaysOfAskingTest {
  private static final String CONTRACT =
      """
      destinations:
        blog:
          connector: http
          account: acme
          environment: live
          send: {url: "%1$s/items", provider-id: /id}
          readback: [READBACK]
          item: ITEM
      """;

  private static final String CALENDAR =
      """
      BEGIN:VCALENDAR\r
      BEGIN:VEVENT\r
      DTSTAMP:20261031T080000Z\r
      UID:7\r
      SUMMARY;X=1:a b\r
      END:VEVENT\r
      END:VCALENDAR\r
      """;

  private static Observation look(
      String readback,
      String item,
      String payload,
      BiConsumer<Site.Seen, HttpServerResponse> site) {
    try (Site server = Site.of(site);
        HttpConnector connector = new HttpConnector(HttpSettings.DEFAULT, Blog.secrets())) {
      Destination destination =
          Blog.destination(
              CONTRACT.replace("READBACK", readback).replace("ITEM", item), server.url());
      return connector.readback(
          new ReadbackRequest(
              destination,
              "op",
              payload.getBytes(StandardCharsets.UTF_8),
              payload.startsWith("{") ? "application/json" : "text/calendar",
              Map.of("slug", "a"),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              false,
              Optional.of(Instant.parse("2026-10-31T08:00:00Z"))));
    }
  }

  @Test
  void shouldCompareADocumentWithItsHeadersAndChecksums() {
    Observation seen =
        look(
            "{by: id, url: \"%1$s/{attributes.slug}\", as: document}",
            "{content: [{sent: body, found: /headers/content-md5, digest: md5-base64},"
                + " {sent: body, found: /sha256, digest: sha256},"
                + " {sent: body, found: /text}, {value: op, found: /headers/x-ms-meta-ref}]}",
            "{\"x\":1}",
            (request, response) ->
                response
                    .putHeader("Content-MD5", "rD70jKoI+j7V4CXaae3GRQ==")
                    .putHeader("X-Ms-Meta-Ref", "op")
                    .end("{\"x\":1}"));

    Found found = assertInstanceOf(Found.class, seen, seen.message());
    assertEquals(md5("{\"x\":1}"), "rD70jKoI+j7V4CXaae3GRQ==");
    assertEquals(Found.Kind.MATCH, found.kind(), found.message());
  }

  private static String md5(String text) {
    return io.onefold.destination.Digest.MD5_BASE64.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldTakeACalendarThatTheServerReorderedForTheSame() {
    Observation seen =
        look(
            "{by: id, url: \"%1$s/{reference}.ics\", as: document, headers: {Accept:"
                + " text/calendar}}",
            "{content: [{sent: body, found: /text, normalise: icalendar}]}",
            CALENDAR,
            (request, response) -> {
              assertEquals("text/calendar", request.header("Accept"));
              response.end(
                  """
                  BEGIN:VCALENDAR
                  BEGIN:VEVENT
                  SUMMARY;x=1:a
                    b
                  UID:7
                  END:VEVENT
                  END:VCALENDAR\
                  """);
            });

    assertEquals(Found.Kind.NORMALISED, assertInstanceOf(Found.class, seen).kind());
  }

  @Test
  void shouldSeeThatADocumentIsAbsent() {
    Observation seen =
        look(
            "{by: id, url: \"%1$s/{attributes.slug}\", as: document}",
            "{}", "x", (request, response) -> response.setStatusCode(404).end("no"));

    assertTrue(assertInstanceOf(NotFound.class, seen, seen.message()).complete());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "never | /b | 301",
        "follow | /b | ",
        "follow | http://localhost:1/b | it redirects to another origin",
        "follow | /a | it redirects more than 5 times",
      })
  void shouldFollowRedirectsOnlyWhereItIsDeclaredAndInsideTheOrigin(
      String redirects, String location, String message) {
    Observation seen =
        look(
            "{by: id, url: \"%1$s/{attributes.slug}\", redirects: " + redirects + "}",
            "{provider-id: /id}",
            "{}",
            (request, response) -> {
              if (request.path().equals("/b")) {
                response.end("{\"id\":7}");
              } else {
                response.setStatusCode(301).putHeader("Location", location).end();
              }
            });

    if (message == null) {
      assertInstanceOf(Found.class, seen, seen.message());
    } else {
      assertInstanceOf(Inconclusive.class, seen);
      assertTrue(seen.message().contains(message), seen.message());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{last: /id, query: after, while: {/more: true}}",
        "{cursor: /cursor, query: after}",
      })
  void shouldReadAllPagesByCursorOrLastItem(String next) {
    Observation seen =
        look(
            "{by: list, url: \"%1$s/items?n=1\", items: /items, next: "
                + next
                + ", match: {value: \"ref {operationId}\", found: /text, contains: true}}",
            "{provider-id: /id, content: [{sent: /a, found: /a}]}",
            "{\"a\":1}",
            (request, response) ->
                response.end(
                    request.query().contains("after=2")
                        ? "{\"items\":[{\"id\":3,\"text\":\"the ref op.\",\"a\":1}],\"more\":false}"
                        : "{\"items\":[{\"id\":1},{\"id\":2,\"text\":\"ref"
                            + " other\"}],\"more\":true,\"cursor\":2}"));

    assertEquals(
        Optional.of("3"), assertInstanceOf(Found.class, seen, seen.message()).providerId());
  }

  @Test
  void shouldStopAtTheFirstOlderItemWhenTheNewestComeFirst() {
    String list =
        "{by: list, url: \"%1$s/items\", items: /items, next: /next, since: SINCE, match: {sent:"
            + " /a, found: /a}}";
    BiConsumer<Site.Seen, HttpServerResponse> site =
        (request, response) ->
            response.end(
                """
                {"items":[{"id":1,"a":2,"ts":"1793436000.000247"},{"id":2,"a":1,"ts":"1503435956.000247"}],
                 "next":"/elsewhere"}\
                """);

    Observation stopped =
        look(
            list.replace("SINCE", "{at: /ts, order: newest-first}"),
            "{provider-id: /id}",
            "{\"a\":1}",
            site);
    Observation wentOn =
        look(list.replace("SINCE", "/ts"), "{provider-id: /id}", "{\"a\":1}", site);

    assertTrue(assertInstanceOf(NotFound.class, stopped, stopped.message()).complete());
    assertInstanceOf(Inconclusive.class, wentOn, "the next page is the same page again");
  }

  @Test
  void shouldFlattenListsInListsAndTakeAMissingListForEmpty() {
    Observation flat =
        look(
            "{by: list, url: \"%1$s/\", items: /*/items, match: {sent: /a, found: /a}}",
            "{provider-id: /id}",
            "{\"a\":1}",
            (request, response) ->
                response.end(
                    "[{\"items\":[{\"id\":1,\"a\":0}]},{},{\"items\":[{\"id\":2,\"a\":1}]}]"));
    Observation missing =
        look(
            "{by: reference, url: \"%1$s/?q={operationId}\", items: {at: /payments, missing:"
                + " empty}}",
            "{provider-id: /id}", "{}", (request, response) -> response.end("{}"));

    assertEquals(
        Optional.of("2"), assertInstanceOf(Found.class, flat, flat.message()).providerId());
    assertTrue(assertInstanceOf(NotFound.class, missing, missing.message()).complete());
  }

  @Test
  void shouldCompareEachMemberOfAnObject() {
    String item = "{content: [{sent: \"\", found: /properties, each: true, normalise: lower}]}";
    BiConsumer<Site.Seen, HttpServerResponse> site =
        (request, response) ->
            response.end("{\"properties\":{\"email\":\"a@b.example\",\"n\":\"7\",\"made\":1}}");

    Observation same =
        look(
            "{by: id, url: \"%1$s/{reference}\"}",
            item, "{\"email\":\"A@b.example\",\"n\":7}", site);
    Observation other = look("{by: id, url: \"%1$s/{reference}\"}", item, "{\"gone\":7}", site);

    assertEquals(Found.Kind.NORMALISED, assertInstanceOf(Found.class, same).kind());
    assertEquals(Found.Kind.MISMATCH, assertInstanceOf(Found.class, other).kind());
  }
}
