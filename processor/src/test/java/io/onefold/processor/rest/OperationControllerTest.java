package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.processor.Fixtures;
import io.onefold.processor.RestFixture;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OperationControllerTest {
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
  void shouldFindTheOperationWhenItsIdHasEveryAllowedSign() {
    // given
    rest.submit(Fixtures.approved("a|b/c:d=e+f@g.h_i-J/journal"));

    // when
    HttpResponse<String> answer =
        rest.get("/v1/operations/a%7Cb%2Fc%3Ad%3De%2Bf%40g.h_i-J%2Fjournal");

    // then
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals(
        "a|b/c:d=e+f@g.h_i-J/journal", Fixtures.parse(answer.body()).path("operationId").asText());
  }

  @Test
  void shouldFindTheOperationWhenTheAddressIsHardlyEncoded() throws IOException {
    // given
    rest.submit(Fixtures.approved("a|b/c:d=e+f@g"));

    // when
    String answer = rawGet("/v1/operations/a|b%2Fc:d=e+f@g/journal");

    // then
    assertTrue(answer.startsWith("HTTP/1.1 200"), answer);
    assertTrue(answer.contains("\"operationId\":\"a|b/c:d=e+f@g\""), answer);
  }

  private String rawGet(String address) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), rest.base().getPort())) {
      String request = "GET " + address + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void shouldSayWhatIsAllowedWhenTheAddressHoldsNoOperationId() {
    // when
    HttpResponse<String> blank = rest.get("/v1/operations/a%20b");
    HttpResponse<String> broken = rest.get("/v1/operations/a/b/c");

    // then
    assertEquals(400, blank.statusCode());
    assertTrue(blank.body().contains("A-Z a-z 0-9"), blank.body());
    assertEquals(404, broken.statusCode());
    assertTrue(broken.body().contains("%2F"), broken.body());
  }

  @Test
  void shouldAnswer404WhenTheOperationIsNotKnown() {
    // when
    HttpResponse<String> answer = rest.get("/v1/operations/nobody");

    // then
    assertEquals(404, answer.statusCode());
    assertEquals(
        "urn:onefold:problem:unknown-operation",
        Fixtures.parse(answer.body()).path("type").asText());
  }

  @Test
  void shouldAnswer503WhenTheStateCannotBeRead() {
    // given
    rest.ledger.restore();

    // when
    HttpResponse<String> answer = rest.get("/v1/operations/any");

    // then
    assertEquals(503, answer.statusCode());
    assertEquals("1", answer.headers().firstValue("Retry-After").orElse(""));
  }

  @Test
  void shouldShowEventsInOrderWhenAskedForTheJournal() {
    // given
    rest.submit(Fixtures.approved("told"));
    rest.submit(Fixtures.approved("told"));

    // when
    HttpResponse<String> answer = rest.get("/v1/operations/told/journal");

    // then
    JsonNode items = Fixtures.parse(answer.body()).path("items");
    assertEquals(2, items.size());
    assertEquals(1, items.path(0).path("sequence").asInt());
    assertEquals("IntentSubmitted", items.path(0).path("input").path("type").asText());
    assertEquals("Offer", items.path(0).path("step").path("type").asText());
    assertEquals("DUPLICATE_INTENT", items.path(1).path("step").path("remark").asText());
  }

  @Test
  void shouldListAllOnceWhenPagesAreFollowed() {
    // given
    for (int i = 0; i < 25; i++) {
      rest.submit(Fixtures.approved("list-%02d".formatted(i)));
    }

    // when
    List<String> ids = new ArrayList<>();
    String next = "";
    do {
      String cursor = next.isEmpty() ? "" : "&cursor=" + next;
      JsonNode page = Fixtures.parse(rest.get("/v1/operations?limit=10" + cursor).body());
      page.path("items").forEach(item -> ids.add(item.path("operationId").asText()));
      next = page.path("next").asText("").replace("null", "");
    } while (!next.isEmpty());

    // then
    assertEquals(25, ids.size());
    assertEquals(ids.stream().sorted().toList(), ids);
  }

  @Test
  void shouldListOnlyTheWantedWhenFiltered() {
    // given
    rest.submit(Fixtures.approved("ready"));
    rest.submit(Fixtures.intent("held"));
    rest.submit(Fixtures.intent("page").put("destination", "wiki"));

    // when
    HttpResponse<String> unresolved = rest.get("/v1/operations?state=UNRESOLVED");
    HttpResponse<String> wiki = rest.get("/v1/operations?destination=wiki");

    // then
    assertEquals("held", only(unresolved));
    assertEquals("page", only(wiki));
  }

  private static String only(HttpResponse<String> answer) {
    JsonNode items = Fixtures.parse(answer.body()).path("items");
    assertEquals(1, items.size(), answer.body());
    return items.path(0).path("operationId").asText();
  }

  @Test
  void shouldNameTheRuleWhenAListParameterIsWrong() {
    // then
    assertWrong("/v1/operations?state=DONE", "state", "READY");
    assertWrong("/v1/operations?limit=0", "limit", "1 to 1000");
    assertWrong("/v1/operations?limit=1001", "limit", "1 to 1000");
    assertWrong("/v1/operations?cursor=%21", "cursor", "next");
    assertWrong("/v1/operations?status=READY", "status", "state");
    assertWrong("/v1/operations/x?state=READY", "state", "no parameters");
    assertWrong("/v1/receipts?since=today", "since", "RFC 3339");
    assertWrong("/v1/receipts?follow=maybe", "follow", "true and false");
    assertWrong("/v1/receipts?cursor=xyz", "cursor", "next");
    assertWrong("/v1/escalations?status=new", "status", "OPEN");
  }

  private void assertWrong(String address, String field, String says) {
    HttpResponse<String> answer = rest.get(address);
    JsonNode problem = Fixtures.parse(answer.body());
    assertEquals(400, answer.statusCode(), answer.body());
    assertEquals(field, problem.path("field").asText());
    assertTrue(problem.path("message").asText().contains(says), answer.body());
  }
}
