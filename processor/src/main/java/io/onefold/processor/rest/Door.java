package io.onefold.processor.rest;

import io.onefold.destination.Destination;
import io.onefold.destination.Destinations;
import io.onefold.destination.ExpansionException;
import io.onefold.schema.Approval;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentJson;
import io.onefold.schema.InvalidIntentException;
import io.onefold.schema.SealedPayload;
import io.onefold.topology.IntentBody;
import java.time.Instant;
import java.util.Objects;
import java.util.TreeSet;

/**
 * Checks before an intent is written, so that a mistake is told at once instead of becoming an
 * escalation. The ledger checks again: intents also come straight to the topic. Thread-safe.
 */
final class Door {
  private final Destinations destinations;
  private final boolean seals;
  private final IntentJson json = new IntentJson();

  /**
   * The door of a ledger.
   *
   * @param seals whether payloads are sealed once they are through it
   */
  Door(Destinations destinations, boolean seals) {
    this.destinations = destinations;
    this.seals = seals;
  }

  /**
   * Reads an intent.
   *
   * @throws ProblemException naming the field, what is wrong and what is allowed
   */
  Intent read(byte[] text) {
    try {
      return json.parse(text);
    } catch (InvalidIntentException e) {
      throw Problem.of(typeOf(e), e.field(), String.valueOf(e.getMessage())).exception();
    }
  }

  private static ProblemType typeOf(InvalidIntentException e) {
    return switch (e.kind()) {
      case TOO_LARGE -> ProblemType.TOO_LARGE;
      case BAD_VALUE ->
          e.field().equals("operationId")
              ? ProblemType.ID_NOT_CANONICAL
              : ProblemType.INVALID_INTENT;
      default -> ProblemType.INVALID_INTENT;
    };
  }

  /**
   * Checks an intent against its destination. A missing approval is no mistake here: the operation
   * waits for it.
   *
   * @throws ProblemException naming the field, what is wrong and what is allowed
   */
  void check(Intent intent) {
    Destination destination =
        destinations
            .find(intent.getDestination())
            .orElseThrow(
                () ->
                    refuse(
                        ProblemType.UNKNOWN_DESTINATION,
                        "destination",
                        "destination is '%s'; this ledger knows %s"
                            .formatted(
                                intent.getDestination(),
                                String.join(", ", destinations.byName().keySet()))));
    destination
        .problemOfId(intent.getOperationId())
        .ifPresent(
            problem -> {
              throw refuse(ProblemType.ID_NOT_CANONICAL, "operationId", problem);
            });
    same("account", intent.getAccount(), destination.account(), destination.name());
    same("environment", intent.getEnvironment(), destination.environment(), destination.name());
    checkAttributes(intent, destination);
    checkApproval(intent);
  }

  private void checkBody(Intent intent, Destination destination) {
    try {
      if (seals) {
        IntentBody.checkSealed(destination);
      }
      var unused = IntentBody.render(destination, intent);
    } catch (ExpansionException e) {
      throw refuse(ProblemType.BODY_NOT_RENDERED, e.variable().orElse("payload"), notRendered(e));
    } catch (IntentBody.SealedException e) {
      throw refuse(ProblemType.BODY_NOT_RENDERED, "payload", notRendered(e));
    } catch (IntentBody.TooLargeException e) {
      throw refuse(ProblemType.TOO_LARGE, "payload", notRendered(e));
    }
  }

  private static String notRendered(RuntimeException why) {
    return "the body to send cannot be made of this intent: " + why.getMessage();
  }

  /** An address that cannot be built could neither be written to nor asked afterwards. */
  private static void checkAttributes(Intent intent, Destination destination) {
    for (String name : new TreeSet<>(destination.attributesUsed())) {
      if (intent.getAttributes().getOrDefault(name, "").isEmpty()) {
        throw refuse(
            ProblemType.INVALID_INTENT,
            "attributes." + name,
            "attributes.%s is missing; destination '%s' uses it in an address, header or body, so it must have a value"
                .formatted(name, destination.name()));
      }
    }
  }

  private static void same(String field, String given, String allowed, String destination) {
    if (!given.equals(allowed)) {
      throw refuse(
          ProblemType.IDENTITY_MISMATCH,
          field,
          "%s is '%s'; destination '%s' allows only '%s'"
              .formatted(field, given, destination, allowed));
    }
  }

  private static void checkApproval(Intent intent) {
    Approval approval = intent.getApproval();
    if (approval == null) {
      return;
    }
    String computed = SealedPayload.hashOf(intent.getPayload()).value();
    if (!approval.getPayloadHash().equals(computed)) {
      throw refuse(
          ProblemType.PAYLOAD_NOT_APPROVED,
          "approval.payloadHash",
          "approval.payloadHash is %s, but the payload's hash is %s; only the approved bytes are sent"
              .formatted(approval.getPayloadHash(), computed));
    }
  }

  /**
   * Checks what must hold when an operation begins: the body that is made of the intent, and its
   * times. To be left out for an operation that is known already: a repeated intent is answered
   * from the ledger, however late it comes, and whatever its contract would make of it by now.
   *
   * @throws ProblemException naming the field, what is wrong and what is allowed
   */
  void checkNew(Intent intent, Instant now) {
    Destination destination =
        Objects.requireNonNull(destinations.byName().get(intent.getDestination()));
    checkBody(intent, destination);
    checkTimes(intent, destination, now);
  }

  private static void checkTimes(Intent intent, Destination destination, Instant now) {
    if (intent.getExpiresAtMs() != null && intent.getExpiresAtMs() <= now.toEpochMilli()) {
      throw refuse(
          ProblemType.EXPIRED,
          "expiresAt",
          "expiresAt is %s, which is over; allowed is a time after now, %s"
              .formatted(Instant.ofEpochMilli(intent.getExpiresAtMs()), now));
    }
    Instant oldest = now.minus(destination.dedupeWindow());
    if (intent.getIssuedAtMs() != null && intent.getIssuedAtMs() < oldest.toEpochMilli()) {
      throw refuse(
          ProblemType.STALE_INTENT,
          "issuedAt",
          ("issuedAt is %s; allowed is a time within the dedupe window of destination '%s', after"
                  + " %s: an older operation may have been done and forgotten")
              .formatted(Instant.ofEpochMilli(intent.getIssuedAtMs()), destination.name(), oldest));
    }
  }

  private static ProblemException refuse(ProblemType type, String field, String message) {
    return Problem.of(type, field, message).exception();
  }
}
