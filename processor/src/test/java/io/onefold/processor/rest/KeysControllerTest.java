package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.processor.Fixtures;
import io.onefold.processor.RestFixture;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

class KeysControllerTest {
  @Test
  void shouldShowThePublicKeysWhenAsked() {
    try (RestFixture rest = new RestFixture()) {
      // when
      HttpResponse<String> answer = rest.get("/v1/keys");

      // then
      JsonNode keys = Fixtures.parse(answer.body()).path("keys");
      assertEquals(200, answer.statusCode());
      assertEquals(1, keys.size());
      assertEquals(rest.key.verifying().jwk(), keys.get(0));
    }
  }
}
