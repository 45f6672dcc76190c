package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.destination.DestinationsFile;
import io.onefold.schema.Intent;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DoorTest {
  private final Door door =
      new Door(
          DestinationsFile.parse(
              "destinations.yaml",
              """
              destinations:
                blog:
                  connector: http
                  account: acme
                  environment: test
                  send: {method: POST, url: "http://127.0.0.1:9/items", provider-id: /id}
                  readback: [{by: reference, url: "http://127.0.0.1:9/items?ref={attributes.slug}", items: ""}]
              """));

  @Test
  void shouldRefuseAnIntentThatCouldNeverBeReadBack() {
    // given
    Intent intent = intent("{}");

    // when
    ProblemException refused = assertThrows(ProblemException.class, () -> door.check(intent));

    // then
    assertTrue(String.valueOf(refused.getMessage()).contains("attributes.slug"));
  }

  @Test
  void shouldTakeAnIntentThatHasWhatTheContractUses() {
    assertDoesNotThrow(() -> door.check(intent("{\"slug\": \"launch\"}")));
  }

  private Intent intent(String attributes) {
    return door.read(
        """
        {"operationId": "a", "destination": "blog", "account": "acme", "environment": "test",
         "action": "publish", "payload": {}, "attributes": %s}
        """
            .formatted(attributes)
            .getBytes(StandardCharsets.UTF_8));
  }
}
