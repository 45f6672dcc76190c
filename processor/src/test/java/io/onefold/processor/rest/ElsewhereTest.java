package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.processor.Fixtures;
import io.onefold.processor.RestFixture;
import io.onefold.processor.store.OperationStore.Place;
import io.onefold.processor.store.Peers;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two instances: {@code here} is asked, {@code there} holds the operations. */
class ElsewhereTest {
  private static final URI NOBODY = URI.create("http://127.0.0.1:1");

  private RestFixture here;
  private RestFixture there;

  @BeforeEach
  void start() {
    here = new RestFixture();
    there = new RestFixture();
    here.ledger.holdElsewhere(new Place.There(there.base()));
  }

  @AfterEach
  void stop() {
    here.close();
    there.close();
  }

  @Test
  void shouldLetTheHolderTakeTheIntentWhenAnotherInstanceIsAsked() {
    // when
    HttpResponse<String> first = here.submit(Fixtures.approved("far/away"));
    HttpResponse<String> second = here.submit(Fixtures.approved("far/away"));

    // then
    assertEquals("accepted", Fixtures.parse(first.body()).path("disposition").asText());
    assertEquals("duplicate", Fixtures.parse(second.body()).path("disposition").asText());
    assertEquals(2, there.ledger.written().size());
    assertTrue(here.ledger.written().isEmpty());
  }

  @Test
  void shouldAnswerForTheHolderWhenAskedForItsOperations() {
    // given
    there.submit(Fixtures.intent("far/away"));

    // when
    HttpResponse<String> operation = here.get("/v1/operations/far%2Faway");
    HttpResponse<String> journal = here.get("/v1/operations/far%2Faway/journal");
    HttpResponse<String> nobody = here.get("/v1/operations/nobody");
    HttpResponse<String> review =
        here.post(
            "/v1/operations/far%2Faway/reviews",
            "{\"action\":\"CONFIRM_DONE\",\"reason\":\"seen\",\"sequence\":1}",
            Reviewer.HEADER,
            "ann");
    HttpResponse<String> receipt = here.get("/v1/receipts/far%2Faway");

    // then
    assertEquals(200, operation.statusCode(), operation.body());
    assertEquals("far/away", Fixtures.parse(operation.body()).path("operationId").asText());
    assertEquals(1, Fixtures.parse(journal.body()).path("items").size());
    assertEquals(404, nobody.statusCode());
    assertEquals(
        "application/problem+json", nobody.headers().firstValue("Content-Type").orElse(""));
    assertEquals(202, review.statusCode(), review.body());
    assertEquals("ann", Fixtures.parse(receipt.body()).path("reviewer").asText());
  }

  @Test
  void shouldHandOnEachLineWhenABatchIsForTheHolder() {
    // given
    String lines =
        Fixtures.approved("b-1") + "\n" + Fixtures.approved("b-2").put("account", "no") + "\n";

    // when
    HttpResponse<String> answer =
        here.post("/v1/intents", lines, "Content-Type", "application/x-ndjson");

    // then
    List<JsonNode> answers = answer.body().lines().map(Fixtures::parse).toList();
    assertEquals("accepted", answers.get(0).path("disposition").asText(), answer.body());
    assertEquals("refused", answers.get(1).path("disposition").asText(), answer.body());
    assertEquals("account", answers.get(1).path("field").asText());
    assertEquals(1, there.ledger.written().size());
  }

  @Test
  void shouldWriteTheIntentItselfWhenTheHolderCannotBeReached() {
    // given
    here.ledger.holdElsewhere(new Place.There(NOBODY));
    here.ledger.stopDeciding();

    // when
    HttpResponse<String> answer = here.submit(Fixtures.approved("far"));

    // then
    assertEquals(202, answer.statusCode(), answer.body());
    assertEquals("recorded", Fixtures.parse(answer.body()).path("disposition").asText());
    assertEquals(1, here.ledger.written().size());
  }

  @Test
  void shouldAnswer503WhenNobodyHoldsTheOperation() {
    // given
    here.ledger.holdElsewhere(new Place.Nowhere());

    // when
    HttpResponse<String> moving = here.get("/v1/operations/any");
    here.ledger.holdElsewhere(new Place.There(NOBODY));
    HttpResponse<String> dead = here.get("/v1/operations/any");

    // then
    assertEquals(503, moving.statusCode());
    assertEquals(503, dead.statusCode());
    assertTrue(dead.body().contains(NOBODY.toString()), dead.body());
  }

  @Test
  void shouldNotHandOnTwiceWhenInstancesDisagree() {
    // given
    there.ledger.holdElsewhere(new Place.There(here.base()));

    // when
    HttpResponse<String> answer = here.get("/v1/operations/any");

    // then
    assertEquals(503, answer.statusCode());
  }

  @Test
  void shouldListAllInstancesInOneOrderWhenPagesAreFollowed() {
    // given
    here.ledger.joinedBy(there.base());
    for (int i = 0; i < 6; i++) {
      String line = Fixtures.approved("m-" + i).toString();
      RestFixture holder = i % 2 == 0 ? here : there;
      holder.post("/v1/intents", line, "Content-Type", "application/json", Peers.FORWARDED, "1");
    }

    // when
    JsonNode first = Fixtures.parse(here.get("/v1/operations?limit=4").body());
    JsonNode second =
        Fixtures.parse(
            here.get("/v1/operations?limit=4&cursor=" + first.path("next").asText()).body());

    // then
    assertEquals(
        List.of("m-0", "m-1", "m-2", "m-3"), first.path("items").findValuesAsText("operationId"));
    assertEquals(List.of("m-4", "m-5"), second.path("items").findValuesAsText("operationId"));
    assertTrue(second.path("next").isNull());
  }

  @Test
  void shouldNotGiveHalfAListWhenAnInstanceIsMissing() {
    // given
    here.ledger.joinedBy(NOBODY);

    // when
    HttpResponse<String> answer = here.get("/v1/operations");

    // then
    assertEquals(503, answer.statusCode());
  }
}
