package io.onefold.proof.simulation;

import io.onefold.guarantee.Seen;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.Command;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.DestinationRequest;
import io.onefold.schema.Escalation;
import io.onefold.schema.Grant;
import io.onefold.schema.Intent;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.Readback;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.Review;
import io.onefold.schema.Send;
import io.onefold.schema.SendReported;
import io.onefold.schema.WorkerStarted;

/** What is seen, in plain words. */
final class Words {
  private Words() {}

  static String of(Seen seen) {
    return switch (seen) {
      case Seen.Submitted s -> "a caller asks for " + intent(s.intent());
      case Seen.Reported s -> reported(s.event());
      case Seen.Reviewed s -> review(s.review());
      case Seen.Commanded s -> command(s.command());
      case Seen.Journalled s -> journalled(s.event());
      case Seen.Received s -> "RECEIPT of " + s.operationId() + ": " + s.receipt().getOutcome();
      case Seen.Escalated s -> escalation(s.escalation());
      case Seen.Controlled s -> control(s.record());
      case Seen.Written s -> "the destination has read a write of " + s.operationId();
      case Seen.Stored s ->
          "EFFECT: the destination has stored %s of %s in account %s%s"
              .formatted(
                  s.providerId(),
                  s.operationId(),
                  s.account(),
                  s.intended() ? "" : ", with content that was not approved");
      case Seen.Removed s -> "somebody removes " + s.providerId() + " of " + s.operationId();
      case Seen.Broken s ->
          "  !! for %s the world breaks: %s".formatted(s.operationId(), s.assumption());
    };
  }

  private static String intent(Intent intent) {
    return intent.getOperationId()
        + (intent.getApproval() == null ? ", without approval" : "")
        + (intent.getExpiresAtMs() == null ? "" : ", which will expire")
        + (intent.getNotBeforeMs() == null ? "" : ", not at once");
  }

  private static String reported(ProviderEvent event) {
    String who = event.getWorkerId();
    return switch (event.getFact()) {
      case ClaimRequested claim ->
          "%s claims attempt %d of %s (%s)"
              .formatted(who, claim.getToken(), event.getOperationId(), claim.getClaimId());
      case SendReported sent ->
          "%s reports attempt %d of %s (%s): %s %s%s"
              .formatted(
                  who,
                  sent.getToken(),
                  event.getOperationId(),
                  sent.getClaimId(),
                  sent.getResult(),
                  sent.getDetail(),
                  sent.getReadback() == null
                      ? ""
                      : ", and reads back " + sent.getReadback().getResult());
      case ReadbackReported seen ->
          "%s answers readback %d of attempt %d of %s: %s %s (%s)"
              .formatted(
                  who,
                  seen.getNumber(),
                  seen.getToken(),
                  event.getOperationId(),
                  seen.getObservation().getResult(),
                  seen.getObservation().getDetail(),
                  seen.getObservation().getMessage());
      case WorkerStarted started ->
          started.getFencedBecause() == null
              ? "%s says that it began life %d".formatted(who, event.getIncarnation())
              : "%s is declared dead before life %d".formatted(who, event.getIncarnation());
      case Object other -> who + " reports " + other.getClass().getSimpleName();
    };
  }

  private static String review(Review review) {
    return "%s decides on %s, as of event %d: %s"
        .formatted(
            review.getReviewer(),
            review.getOperationId(),
            review.getSequence(),
            review.getAction());
  }

  private static String command(Command command) {
    return switch (command.getOrder()) {
      case Send send -> "    order: offer attempt %d".formatted(send.getToken());
      case Grant grant ->
          "    order: grant attempt %d to %s".formatted(grant.getToken(), grant.getClaimId());
      case Readback readback ->
          "    order: readback %d of attempt %d"
              .formatted(readback.getNumber(), readback.getToken());
      case Object other -> "    order: " + other.getClass().getSimpleName();
    };
  }

  private static String journalled(OperationEvent event) {
    String why = event.getConclusion().getWhy();
    String states =
        event.getStateBefore().equals(event.getStateAfter())
            ? event.getStateAfter()
            : event.getStateBefore() + " -> " + event.getStateAfter();
    return "  ledger, event %d of %s: %s, %s, %s"
        .formatted(
            event.getSequence(),
            event.getOperationId(),
            event.getInput().getClass().getSimpleName(),
            event.getConclusion().getKind() + (why.isEmpty() ? "" : " " + why),
            states);
  }

  private static String control(DestinationRecord record) {
    return switch (record.getFact()) {
      case DestinationEvent event ->
          "  control, event %d of destination %s: %s, %s %s (%s)"
              .formatted(
                  event.getSequence(),
                  record.getDestination(),
                  event.getConclusion(),
                  event.getState().getPhase(),
                  event.getState().getTestOperation(),
                  event.getText());
      case DestinationRequest asked ->
          "%s asks destination %s: %s %s %s"
              .formatted(
                  asked.getPartition() < 0 ? asked.getBy() : "partition " + asked.getPartition(),
                  record.getDestination(),
                  asked.getKind(),
                  asked.getOperationId(),
                  asked.getText());
      case Object other -> "destination " + other.getClass().getSimpleName();
    };
  }

  private static String escalation(Escalation escalation) {
    return "QUESTION about %s %s: %s (%s)"
        .formatted(
            escalation.getOperationId(),
            escalation.getStatus(),
            escalation.getReason(),
            escalation.getKnown());
  }
}
