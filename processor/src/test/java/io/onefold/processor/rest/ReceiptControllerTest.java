package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.Ending;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.processor.Fixtures;
import io.onefold.processor.RestFixture;
import io.onefold.schema.AllowedDecision;
import io.onefold.schema.DestinationRef;
import io.onefold.schema.Escalation;
import io.onefold.schema.Receipt;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReceiptControllerTest {
  private static final Instant ENDED = Instant.parse("2026-10-31T08:00:00Z");

  private RestFixture rest;

  @BeforeEach
  void start() {
    rest = new RestFixture();
  }

  @AfterEach
  void stop() {
    rest.close();
  }

  private static Receipt receipt(String id, Instant at) {
    Receipt receipt = new Receipt();
    receipt.setOperationId(id);
    receipt.setOutcome("VERIFIED");
    receipt.setMessage("");
    receipt.setPayloadHash("sha256:" + "0".repeat(64));
    receipt.setNormalisers(List.of());
    receipt.setDestination(new DestinationRef("blog", "http", "acme-editorial", "production"));
    receipt.setEvidence("READBACK");
    receipt.setAttempts(List.of());
    receipt.setIssuedAtMs(at.toEpochMilli());
    receipt.setJournalSequence(4);
    receipt.setChain("ab".repeat(32));
    return receipt;
  }

  @Test
  void shouldTellWhereTheLogGoesOnWhenItsEndIsReached() {
    // given
    rest.topics.publish(receipt("one", ENDED));
    rest.topics.publish(receipt("two", ENDED.plusSeconds(1)));

    // when
    JsonNode first = Fixtures.parse(rest.get("/v1/receipts?limit=1").body());
    JsonNode second = next(first);
    JsonNode end = next(second);
    rest.topics.publish(receipt("three", ENDED.plusSeconds(2)));
    JsonNode third = next(end);

    // then
    assertEquals("one", first.path("items").path(0).path("operationId").asText());
    assertEquals("two", second.path("items").path(0).path("operationId").asText());
    assertEquals(0, end.path("items").size());
    assertEquals("three", third.path("items").path(0).path("operationId").asText());
  }

  private JsonNode next(JsonNode page) {
    String address = "/v1/receipts?limit=10&cursor=" + page.path("next").asText();
    return Fixtures.parse(rest.get(address).body());
  }

  @Test
  void shouldLeaveOutOlderOnesWhenSinceIsGiven() {
    // given
    rest.topics.publish(receipt("old", ENDED));
    rest.topics.publish(receipt("new", ENDED.plusSeconds(10)));

    // when
    HttpResponse<String> answer = rest.get("/v1/receipts?since=2026-10-31T08:00:05Z");

    // then
    JsonNode items = Fixtures.parse(answer.body()).path("items");
    assertEquals(1, items.size());
    assertEquals("new", items.path(0).path("operationId").asText());
  }

  @Test
  void shouldSendReceiptsAsTheyComeWhenFollowed() throws IOException, InterruptedException {
    // given
    rest.topics.publish(receipt("before", ENDED));
    HttpClient http = HttpClient.newHttpClient();
    HttpResponse<InputStream> answer =
        http.send(
            rest.request("/v1/receipts?follow=true").GET().build(), BodyHandlers.ofInputStream());

    // when
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
      String first = nextLine(lines);
      rest.topics.publish(receipt("after", ENDED));
      String second = nextLine(lines);

      // then
      assertEquals("before", Fixtures.parse(first).path("operationId").asText());
      assertEquals("after", Fixtures.parse(second).path("operationId").asText());
    } finally {
      http.shutdownNow();
    }
  }

  private static String nextLine(BufferedReader lines) throws IOException {
    String line;
    do {
      line = lines.readLine();
    } while (line != null && line.isBlank());
    return String.valueOf(line);
  }

  @Test
  void shouldSayTheStateWhenThereIsNoReceiptYet() {
    // given
    rest.submit(Fixtures.approved("running"));

    // when
    HttpResponse<String> answer = rest.get("/v1/receipts/running");

    // then
    assertEquals(404, answer.statusCode());
    assertTrue(answer.body().contains("READY"), answer.body());
  }

  @Test
  void shouldReadTheTopicWhenOnlyTheTombstoneIsLeft() {
    // given
    rest.ledger.put(
        new StoredOperation(
            new Forgotten(
                "past",
                9,
                "blog",
                "sha256:" + "0".repeat(64),
                Ending.Outcome.VERIFIED,
                ENDED,
                Optional.of("17"),
                4,
                Optional.empty()),
            "ab".repeat(32),
            ENDED.toEpochMilli(),
            ENDED.toEpochMilli(),
            StoredOperation.UNSCHEDULED,
            Optional.empty()));
    rest.topics.publish(receipt("past", ENDED));

    // when
    JsonNode receipt = Fixtures.parse(rest.get("/v1/receipts/past").body());
    JsonNode operation = Fixtures.parse(rest.get("/v1/operations/past").body());

    // then
    assertEquals(4, receipt.path("journalSequence").asInt());
    assertEquals("VERIFIED", operation.path("state").asText());
    assertTrue(operation.path("forgotten").asBoolean());
  }

  @Test
  void shouldListEscalationsByStatusAndOperation() {
    // given
    rest.topics.publish(escalation("a", "OPEN"));
    rest.topics.publish(escalation("b", "CLOSED"));
    rest.topics.publish(escalation("c", "OPEN"));

    // when
    JsonNode open = Fixtures.parse(rest.get("/v1/escalations").body()).path("items");
    JsonNode all = Fixtures.parse(rest.get("/v1/escalations?status=all").body()).path("items");
    JsonNode one =
        Fixtures.parse(rest.get("/v1/escalations?status=all&operation=b").body()).path("items");
    JsonNode page = Fixtures.parse(rest.get("/v1/escalations?limit=1").body());
    JsonNode rest2 =
        Fixtures.parse(
            rest.get("/v1/escalations?limit=1&cursor=" + page.path("next").asText()).body());

    // then
    assertEquals(2, open.size());
    assertEquals(3, all.size());
    assertEquals("CLOSED", one.path(0).path("status").asText());
    assertEquals("c", rest2.path("items").path(0).path("operationId").asText());
    assertTrue(rest2.path("next").isNull());
    assertEquals("asks again", open.path(0).path("decisions").path(0).path("effect").asText());
  }

  private static Escalation escalation(String id, String status) {
    Escalation escalation = new Escalation();
    escalation.setOperationId(id);
    escalation.setEscalationId(id + "#3");
    escalation.setStatus(status);
    escalation.setReason("READBACK_UNAVAILABLE");
    escalation.setFirstBrokenStage("READBACK");
    escalation.setKnown("nothing");
    escalation.setState("UNRESOLVED");
    escalation.setDestination(new DestinationRef("blog", "http", "a", "p"));
    escalation.setPayloadHash("sha256:" + "0".repeat(64));
    escalation.setAttempts(List.of());
    escalation.setDecisions(List.of(new AllowedDecision("RECHECK", "asks again")));
    escalation.setSequence(3);
    escalation.setOpenedAtMs(ENDED.toEpochMilli());
    return escalation;
  }
}
