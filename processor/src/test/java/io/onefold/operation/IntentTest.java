package io.onefold.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IntentTest {
  private final Intent intent = Samples.intent();

  @Test
  void shouldNotDifferWhenOnlyThePersonTheTimeOrUnusedLabelsDo() {
    // given
    Intent other =
        new Intent(
            intent.operationId(),
            intent.destination(),
            intent.account(),
            intent.environment(),
            intent.action(),
            intent.payload(),
            intent.contentType(),
            intent.payloadHash(),
            Optional.empty(),
            Optional.of("another-team"),
            Optional.of(Samples.T0),
            Optional.of(Samples.T0),
            Map.of("slug", "launch-post", "ticket", "X-1"),
            Samples.T0.plusSeconds(1));

    // then
    assertEquals(List.of(), intent.differencesTo(other, Set.of("slug")));
  }

  @Test
  void shouldNameEveryFieldInWhichAnotherIntentDiffers() {
    // given
    Intent other =
        new Intent(
            intent.operationId(),
            "shop",
            "someone-else",
            "staging",
            "delete",
            Bytes.EMPTY,
            "text/plain",
            Samples.OTHER_HASH,
            intent.approval(),
            intent.owner(),
            intent.notBefore(),
            intent.expiresAt(),
            Map.of("slug", "other-post"),
            intent.issuedAt());

    // then
    assertEquals(
        List.of(
            "destination",
            "account",
            "environment",
            "action",
            "contentType",
            "payload",
            "attributes.slug"),
        intent.differencesTo(other, Set.of("slug")));
  }

  @Test
  void shouldDifferWhenAUsedAttributeIsMissing() {
    // given
    Intent used = intent;
    Intent without =
        new Intent(
            intent.operationId(),
            intent.destination(),
            intent.account(),
            intent.environment(),
            intent.action(),
            intent.payload(),
            intent.contentType(),
            intent.payloadHash(),
            intent.approval(),
            intent.owner(),
            intent.notBefore(),
            intent.expiresAt(),
            Map.of(),
            intent.issuedAt());

    // then
    assertEquals(List.of("attributes.slug"), used.differencesTo(without, Set.of("slug")));
    assertEquals(List.of("attributes.slug"), without.differencesTo(used, Set.of("slug")));
  }

  @Test
  void shouldKeepTheHashWhenThePayloadIsDropped() {
    // when
    Intent dropped = intent.withoutPayload();

    // then
    assertEquals(Bytes.EMPTY, dropped.payload());
    assertEquals(intent.payloadHash(), dropped.payloadHash());
    assertEquals(List.of(), intent.differencesTo(dropped, Set.of("slug")));
  }
}
