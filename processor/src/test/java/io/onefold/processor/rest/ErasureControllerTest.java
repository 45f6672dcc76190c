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

class ErasureControllerTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RestFixture rest;

  @BeforeEach
  void start() {
    rest = new RestFixture();
    rest.submit(Fixtures.intent("held"));
    rest.erasures.sealed.add("held");
  }

  @AfterEach
  void stop() {
    rest.close();
  }

  private static ObjectNode wish() {
    return JSON.createObjectNode()
        .put("operationId", "held")
        .put("reason", "on request")
        .put("by", "ann");
  }

  private HttpResponse<String> post(JsonNode wish) {
    return rest.post("/v1/erasures", wish.toString());
  }

  private void end() {
    rest.post(
        "/v1/operations/held/reviews",
        "{\"action\":\"CONFIRM_NOT_DONE\",\"reason\":\"seen\",\"sequence\":1}");
  }

  @Test
  void shouldShowTheNoteWhenAnEndedOperationWasErased() {
    // given
    end();

    // when
    HttpResponse<String> answer = post(wish());

    // then
    JsonNode note = Fixtures.parse(answer.body());
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals("ann", note.path("by").asText());
    assertEquals("on request", note.path("reason").asText());
    assertEquals(note, Fixtures.parse(rest.get("/v1/erasures/held").body()));
  }

  @Test
  void shouldRefuseWhenTheOperationHasNotEnded() {
    HttpResponse<String> answer = post(wish());

    assertEquals(409, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("not-ended"), answer.body());
    assertEquals(404, rest.get("/v1/erasures/held").statusCode());
  }

  @Test
  void shouldEraseWhenItHasNotEndedAndThatIsWanted() {
    HttpResponse<String> answer = post(wish().put("unfinished", true));

    assertEquals(200, answer.statusCode(), answer.body());
  }

  @Test
  void shouldRefuseWhenThePayloadWasNotSealed() {
    // given
    end();
    rest.erasures.sealed.clear();

    // when
    HttpResponse<String> answer = post(wish());

    // then
    assertEquals(409, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("not-sealed"), answer.body());
  }

  @Test
  void shouldSayWhatIsAllowedWhenTheWishIsWrong() {
    assertEquals(400, post(wish().put("why", "x")).statusCode());
    assertEquals(400, post(wish().put("reason", " ")).statusCode());
    assertEquals(400, post(wish().put("unfinished", "yes")).statusCode());
    assertEquals(400, post(wish().put("operationId", "a b")).statusCode());
    assertEquals(400, post(JSON.createArrayNode()).statusCode());
    assertEquals(404, post(wish().put("operationId", "unknown")).statusCode());
  }
}
