package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.processor.Fixtures;
import io.onefold.processor.RestFixture;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReviewsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RestFixture rest;

  @BeforeEach
  void start() {
    rest = new RestFixture();
    rest.submit(Fixtures.intent("held"));
  }

  @AfterEach
  void stop() {
    rest.close();
  }

  private static ObjectNode review(String action, long sequence) {
    return JSON.createObjectNode()
        .put("action", action)
        .put("reason", "seen by me")
        .put("sequence", sequence);
  }

  private HttpResponse<String> post(JsonNode review, String... headers) {
    return rest.post("/v1/operations/held/reviews", review.toString(), headers);
  }

  @Test
  void shouldAnswerTheNewSequenceWhenTheLedgerTakesTheReview() {
    // when
    HttpResponse<String> answer = post(review("CONFIRM_NOT_DONE", 1));

    // then
    JsonNode json = Fixtures.parse(answer.body());
    assertEquals(202, answer.statusCode(), answer.body());
    assertEquals(2, json.path("sequence").asInt());
    assertEquals("RESOLVED", json.path("state").asText());
  }

  @Test
  void shouldShowReviewerAndReasonWhenTheReceiptIsRead() {
    // given
    post(review("CONFIRM_NOT_DONE", 1), Reviewer.HEADER, "ann@example");

    // when
    HttpResponse<String> answer = rest.get("/v1/receipts/held");

    // then
    JsonNode receipt = Fixtures.parse(answer.body());
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals("ann@example", receipt.path("reviewer").asText());
    assertEquals("seen by me", receipt.path("reviewReason").asText());
    assertEquals("RESOLVED", receipt.path("outcome").asText());
  }

  @Test
  void shouldNameAnonymousWhenNobodyIsNamed() {
    // given
    post(review("CONFIRM_DONE", 1));

    // then
    assertTrue(rest.get("/v1/receipts/held").body().contains("anonymous@rest"));
  }

  @Test
  void shouldAnswerThePresentSequenceWhenTheOperationMovedOn() {
    // given
    rest.submit(Fixtures.approved("held"));

    // when
    HttpResponse<String> answer = post(review("CONFIRM_DONE", 1));

    // then
    JsonNode problem = Fixtures.parse(answer.body());
    assertEquals(409, answer.statusCode());
    assertEquals("urn:onefold:problem:moved-on", problem.path("type").asText());
    assertEquals(2, problem.path("sequence").asInt());
  }

  @Test
  void shouldAnswerTheLedgersReasonWhenItRefuses() {
    // when
    HttpResponse<String> answer = post(review("RECHECK", 1));

    // then
    JsonNode problem = Fixtures.parse(answer.body());
    assertEquals(409, answer.statusCode(), answer.body());
    assertEquals("urn:onefold:problem:review-refused", problem.path("type").asText());
    assertTrue(problem.path("message").asText().contains("nothing was ever sent"), answer.body());
  }

  @Test
  void shouldAnswer404WhenTheOperationIsNotKnown() {
    // when
    HttpResponse<String> answer =
        rest.post("/v1/operations/nobody/reviews", review("CANCEL", 1).toString());

    // then
    assertEquals(404, answer.statusCode());
  }

  @Test
  void shouldSayNotDecidedWhenTheLedgerTakesTooLong() {
    // given
    rest.ledger.stopDeciding();

    // when
    HttpResponse<String> answer = post(review("CONFIRM_DONE", 1));

    // then
    JsonNode json = Fixtures.parse(answer.body());
    assertEquals(202, answer.statusCode());
    assertEquals(false, json.path("decided").asBoolean(true));
  }

  @Test
  void shouldNameFieldAndRuleWhenTheReviewIsWrong() {
    // then
    assertWrong(review("FORGET", 1).toString(), "action", "CONFIRM_DONE");
    assertWrong(without("action"), "action", "missing");
    assertWrong(without("reason"), "reason", "missing");
    assertWrong(without("sequence"), "sequence", "from 1");
    assertWrong(review("CANCEL", 0).toString(), "sequence", "from 1");
    assertWrong(review("CANCEL", 99).toString(), "sequence", "come to 1");
    assertWrong(review("CANCEL", 1).put("sequence", "1").toString(), "sequence", "number");
    assertWrong(review("CANCEL", 1).put("reason", " ").toString(), "reason", "not blank");
    assertWrong(review("CANCEL", 1).put("force", "yes").toString(), "force", "true and false");
    assertWrong(review("CANCEL", 1).put("colour", "red").toString(), "colour", "allowed");
    assertWrong(review("CANCEL", 1).put("reviewer", "a\nb").toString(), "reviewer", "one line");
    assertWrong("[]", "review", "object");
    assertWrong("", "review", "object");
    assertWrong("{", "review", "JSON");
  }

  private static String without(String field) {
    ObjectNode review = review("CANCEL", 1);
    review.remove(field);
    return review.toString();
  }

  private void assertWrong(String body, String field, String says) {
    HttpResponse<String> answer = rest.post("/v1/operations/held/reviews", body);
    JsonNode problem = Fixtures.parse(answer.body());
    assertEquals(400, answer.statusCode(), answer.body());
    assertEquals(field, problem.path("field").asText(), answer.body());
    assertTrue(problem.path("message").asText().contains(says), answer.body());
  }
}
