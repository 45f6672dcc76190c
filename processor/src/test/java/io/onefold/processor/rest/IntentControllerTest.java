package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.processor.Fixtures;
import io.onefold.processor.RestFixture;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IntentControllerTest {
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
  void shouldAcceptWhenIntentIsNew() {
    // when
    HttpResponse<String> answer = rest.submit(Fixtures.approved("a|b|c"));

    // then
    JsonNode json = Fixtures.parse(answer.body());
    assertEquals(202, answer.statusCode(), answer.body());
    assertEquals("accepted", json.path("disposition").asText());
    assertEquals("READY", json.path("state").asText());
  }

  @Test
  void shouldAnswerEachLineWhenOneIsBad() {
    // given
    String lines = Fixtures.approved("n-1") + "\n{\n\n" + Fixtures.approved("n-1") + "\n";

    // when
    HttpResponse<String> answer =
        rest.post("/v1/intents", lines, "Content-Type", "application/x-ndjson");

    // then
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals(3, answer.body().lines().count(), answer.body());
    assertTrue(answer.body().contains("duplicate"), answer.body());
  }
}
