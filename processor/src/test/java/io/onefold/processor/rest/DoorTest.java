package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.destination.Destinations;
import io.onefold.destination.DestinationsFile;
import io.onefold.schema.Intent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoorTest {
  private static final Instant NOW = Instant.parse("2026-10-31T10:00:00Z");

  private final Destinations destinations =
      DestinationsFile.parse(
          "destinations.yaml",
          """
          destinations:
            blog:
              connector: http
              operation-ids: "[a-z]+"
              account: acme
              environment: test
              send: {method: POST, url: "http://127.0.0.1:9/items", provider-id: /id}
              readback: [{by: reference, url: "http://127.0.0.1:9/items?ref={attributes.slug}", items: ""}]
            shop:
              connector: http
              account: acme
              environment: test
              send: {url: "http://127.0.0.1:9/items", provider-id: /id, body: {json: {text: "{payload.title}"}}}
              readback: [{by: id, url: "http://127.0.0.1:9/items/{providerId}"}]
            news:
              connector: smtp
              account: acme
              environment: test
              smtp: {host: 127.0.0.1, from: news@acme.example}
          """);
  private final Door door = new Door(destinations, false);

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

  @Test
  void shouldNameTheVariableWhenTheBodyCannotBeRendered() {
    // when
    ProblemException refused =
        assertThrows(
            ProblemException.class, () -> door.checkNew(forTheShop("{\"name\": \"x\"}"), NOW));

    // then
    assertEquals(ProblemType.BODY_NOT_RENDERED, refused.problem().type());
    assertEquals(Optional.of("payload.title"), refused.problem().field());
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains("`payload.title` has no value"), message);
    assertTrue(message.contains("destinations.shop.send.body.json.text"), message);
  }

  @Test
  void shouldRefuseWhatTheLedgerCouldNotReadOnceItIsSealedUnlessItIsKnown() {
    // given
    Door sealing = new Door(destinations, true);
    Intent intent = forTheShop("{\"title\": \"x\"}");

    // when
    ProblemException refused =
        assertThrows(ProblemException.class, () -> sealing.checkNew(intent, NOW));

    // then
    assertDoesNotThrow(() -> sealing.check(intent));
    assertEquals(ProblemType.BODY_NOT_RENDERED, refused.problem().type());
    assertEquals(Optional.of("payload"), refused.problem().field());
  }

  @Test
  void shouldRefuseWhatIsTooLargeTogetherWithItsBody() {
    // given
    String half = "x".repeat(500_000);

    // when
    ProblemException refused =
        assertThrows(
            ProblemException.class,
            () -> door.checkNew(forTheShop("{\"title\": \"" + half + "\"}"), NOW));

    // then
    assertEquals(ProblemType.TOO_LARGE, refused.problem().type());
    assertTrue(String.valueOf(refused.getMessage()).contains("921600"));
  }

  private Intent forTheShop(String payload) {
    return door.read(
        """
        {"operationId": "a", "destination": "shop", "account": "acme", "environment": "test",
         "action": "publish", "payload": %s}
        """
            .formatted(payload)
            .getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"A", "a ", "   ", ""})
  void shouldRefuseAnIdThatIsNotInItsOneForm(String id) {
    // when
    ProblemException refused =
        assertThrows(
            ProblemException.class, () -> door.check(intent(id, "{\"slug\": \"launch\"}")));

    // then
    assertEquals(ProblemType.ID_NOT_CANONICAL, refused.problem().type());
    assertEquals(Optional.of("operationId"), refused.problem().field());
  }

  @Test
  void shouldTakeNoPayloadForMailThatIsNoMail() {
    // given
    Intent mail = mail("{\"to\": \"a@b.example\", \"subject\": \"s\", \"text\": \"t\"}");
    Intent other = mail("{\"to\": \"a@b.example\", \"subject\": \"s\", \"texte\": \"t\"}");

    // when
    ProblemException refused =
        assertThrows(ProblemException.class, () -> door.checkNew(other, NOW));

    // then
    assertDoesNotThrow(() -> door.checkNew(mail, NOW));
    assertEquals(ProblemType.BODY_NOT_RENDERED, refused.problem().type());
    assertEquals(Optional.of("payload"), refused.problem().field());
    assertTrue(
        String.valueOf(refused.getMessage()).contains("`texte` is not known; allowed are to"));
  }

  private Intent mail(String payload) {
    return door.read(
        """
        {"operationId": "a", "destination": "news", "account": "acme", "environment": "test",
         "action": "announce", "payload": %s, "attributes": {}}
        """
            .formatted(payload)
            .getBytes(StandardCharsets.UTF_8));
  }

  private Intent intent(String attributes) {
    return intent("a", attributes);
  }

  private Intent intent(String id, String attributes) {
    return door.read(
        """
        {"operationId": "%s", "destination": "blog", "account": "acme", "environment": "test",
         "action": "publish", "payload": {}, "attributes": %s}
        """
            .formatted(id, attributes)
            .getBytes(StandardCharsets.UTF_8));
  }
}
