package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.processor.Fixtures;
import io.onefold.processor.RestFixture;
import java.net.http.HttpResponse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysControllerTest {
  @ParameterizedTest
  @ValueSource(strings = {"*/*", "application/json", "application/jwk-set+json"})
  void shouldShowThePublicKeysWhenAskedForAnyKindOfJson(String accepted) {
    try (RestFixture rest = new RestFixture()) {
      // when
      HttpResponse<String> answer = rest.get("/v1/keys", "Accept", accepted);

      // then
      JsonNode keys = Fixtures.parse(answer.body()).path("keys");
      assertEquals(200, answer.statusCode());
      assertEquals(1, keys.size());
      assertEquals(rest.key.verifying().jwk(), keys.get(0));
    }
  }
}
