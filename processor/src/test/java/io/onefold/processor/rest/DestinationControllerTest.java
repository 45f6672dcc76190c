package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.operation.Origin;
import io.onefold.processor.Fixtures;
import io.onefold.processor.RestFixture;
import io.onefold.suspension.Request;
import io.onefold.suspension.Suspension;
import java.net.http.HttpResponse;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DestinationControllerTest {
  private static final String BLOG = "/v1/destinations/blog";

  private RestFixture rest;

  @BeforeEach
  void start() {
    rest = new RestFixture();
  }

  @AfterEach
  void stop() {
    rest.close();
  }

  private HttpResponse<String> post(String call, String body) {
    return rest.post(BLOG + "/" + call, body, "Content-Type", "application/json");
  }

  private static JsonNode json(HttpResponse<String> answer) {
    return Fixtures.parse(answer.body());
  }

  private void refuseCredentials() {
    Request.Wish refused =
        new Request.Wish.Refused("op-0", Suspension.Why.AUTHORIZATION, "status 401");
    Origin origin = new Origin("onefold.destinations", 0, 1000);
    Instant now = Instant.now();
    rest.ledger.decide(
        "blog", new Request(now, origin, now, new Request.Asker.Partition(0, 1), refused));
  }

  @Test
  void shouldListEveryDestinationOfTheContractsWhenNothingHappened() {
    // when
    JsonNode items = json(rest.get("/v1/destinations")).path("items");

    // then
    assertEquals(2, items.size());
    assertEquals("blog", items.get(0).path("name").asText());
    assertEquals("OPEN", items.get(0).path("state").asText());
    assertEquals(0, items.get(0).path("sequence").asInt());
    assertTrue(items.get(0).path("suspension").isNull());
  }

  @Test
  void shouldTellWhyAndWhatWaitsWhenItIsSuspended() {
    // given
    refuseCredentials();
    rest.submit(Fixtures.approved("op-1"));
    rest.submit(Fixtures.approved("op-2"));

    // when
    JsonNode blog = json(rest.get(BLOG));
    JsonNode operation = json(rest.get("/v1/operations/op-1"));

    // then
    assertEquals("SUSPENDED", blog.path("state").asText());
    assertEquals("AUTHORIZATION", blog.path("suspension").path("reason").asText());
    assertEquals("op-0", blog.path("suspension").path("operationId").asText());
    assertEquals(2, blog.path("held").path("count").asInt());
    assertEquals("op-1", blog.path("held").path("oldest").path("operationId").asText());
    String what = operation.path("next").path("what").asText();
    assertTrue(what.startsWith("held because destination 'blog' is suspended since 20"), what);
    assertTrue(what.contains("AUTHORIZATION of operation op-0: status 401"), what);
  }

  @Test
  void shouldTryTheOldestHeldOperationWhenNoneIsNamed() {
    // given
    refuseCredentials();
    rest.submit(Fixtures.approved("op-1"));
    rest.submit(Fixtures.approved("op-2"));

    // when
    HttpResponse<String> answer = post("resume", "{\"reason\":\"new password\"}");

    // then
    assertEquals(202, answer.statusCode(), answer.body());
    assertEquals("TESTING", json(answer).path("state").asText());
    assertEquals("op-1", json(answer).path("test").path("operationId").asText());
    assertTrue(json(answer).path("decided").asBoolean());
    HttpResponse<String> again = post("resume", "{\"reason\":\"new password\"}");
    assertEquals(409, again.statusCode());
    assertTrue(again.body().contains("test with operation 'op-1' is running"), again.body());
  }

  @Test
  void shouldTryTheNamedOperationWhenItIsHeld() {
    // given
    refuseCredentials();
    rest.submit(Fixtures.approved("op-1"));
    rest.submit(Fixtures.approved("op-2"));

    // when
    HttpResponse<String> other =
        post("resume", "{\"reason\":\"new password\",\"operation\":\"op-9\"}");
    HttpResponse<String> answer =
        post("resume", "{\"reason\":\"new password\",\"operation\":\"op-2\",\"sequence\":1}");

    // then
    assertEquals(409, other.statusCode());
    assertTrue(other.body().contains("'op-9' is not held"), other.body());
    assertEquals(202, answer.statusCode(), answer.body());
    assertEquals("op-2", json(answer).path("test").path("operationId").asText());
  }

  @Test
  void shouldSayWhatToDoWhenNothingIsHeld() {
    // given
    refuseCredentials();

    // when
    HttpResponse<String> answer = post("resume", "{\"reason\":\"new password\"}");

    // then
    assertEquals(409, answer.statusCode());
    assertTrue(
        answer.body().contains("submit one operation, which will be held, and resume again"),
        answer.body());
  }

  @Test
  void shouldSuspendByHandAndKeepItsJournal() {
    // when
    HttpResponse<String> first =
        post("suspend", "{\"reason\":\"maintenance\",\"reviewer\":\"kim\"}");
    HttpResponse<String> again = post("suspend", "{\"reason\":\"maintenance\"}");
    JsonNode events = json(rest.get(BLOG + "/journal")).path("items");

    // then
    assertEquals(202, first.statusCode(), first.body());
    assertEquals("BY_HAND", json(first).path("suspension").path("reason").asText());
    assertEquals("kim", json(first).path("suspension").path("by").asText());
    assertEquals(409, again.statusCode());
    assertEquals(1, events.size());
    assertEquals("SUSPEND", events.get(0).path("conclusion").asText());
    assertEquals("SUSPENDED", events.get(0).path("state").asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "resume  | {\"reason\":\"r\"}                   | 409 | not suspended",
        "resume  | {}                                   | 400 | reason is missing",
        "resume  | {\"reason\":\"r\",\"force\":true}    | 400 | no field 'force'",
        "resume  | {\"reason\":\"r\",\"sequence\":0}    | 400 | a number from 1",
        "resume  | {\"reason\":\"r\",\"operation\":\"a b\"} | 400 | operation",
        "suspend | {\"reason\":\" \"}                   | 400 | not blank",
        "suspend | nothing                              | 400 | not JSON",
        "close   | {\"reason\":\"r\"}                   | 404 | ",
      })
  void shouldSayWhatIsWrongWhenItCannotBeDone(String call, String body, int status, String text) {
    HttpResponse<String> answer = post(call, body);

    assertEquals(status, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(text == null ? "" : text), answer.body());
  }

  @Test
  void shouldAnswer404WhenThereIsNoSuchDestination() {
    HttpResponse<String> get = rest.get("/v1/destinations/nowhere");
    HttpResponse<String> post =
        rest.post(
            "/v1/destinations/nowhere/suspend",
            "{\"reason\":\"r\"}",
            "Content-Type",
            "application/json");

    assertEquals(404, get.statusCode());
    assertTrue(get.body().contains("this ledger knows blog, wiki"), get.body());
    assertEquals(404, post.statusCode());
  }

  @Test
  void shouldRefuseADecisionWhenItRestsOnAnOldLook() {
    // given
    post("suspend", "{\"reason\":\"maintenance\"}");
    rest.submit(Fixtures.approved("op-1"));
    post("resume", "{\"reason\":\"done\"}");
    post("suspend", "{\"reason\":\"no, wait\"}");

    // when
    HttpResponse<String> stale = post("resume", "{\"reason\":\"done\",\"sequence\":1}");
    HttpResponse<String> ahead = post("resume", "{\"reason\":\"done\",\"sequence\":99}");

    // then
    assertEquals(409, stale.statusCode());
    assertTrue(stale.body().contains("moved on to 3"), stale.body());
    assertEquals(3, json(stale).path("sequence").asInt());
    assertEquals(400, ahead.statusCode());
  }
}
