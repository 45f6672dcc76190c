package io.onefold.operation;

import io.onefold.operation.OperationInput.IntentSubmitted;
import io.onefold.operation.OperationInput.ReviewSubmitted;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Unresolved;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Admission, duplicates and conflicts. */
final class IntentRules {
  private IntentRules() {}

  static Step step(OperationState state, IntentSubmitted submitted) {
    return switch (state) {
      case Absent absent -> admission(submitted);
      case Forgotten forgotten -> repeatedAfterForgetting(forgotten, submitted);
      case Unresolved waiting when !waiting.operation().admitted() ->
          repeatedWhileHeldBack(waiting, submitted);
      case Known known -> repeated(known.operation(), submitted);
    };
  }

  /** True if an intent that comes now decides what is sent. */
  static boolean takesContent(OperationState state) {
    return switch (state) {
      case Absent absent -> true;
      case Unresolved waiting ->
          !waiting.operation().admitted() && !waiting.operation().knowledge().forbidsSending();
      case Known known -> false;
      case Forgotten forgotten -> false;
    };
  }

  private static Step admission(IntentSubmitted submitted) {
    return admission(
        submitted.intent(), submitted.destination(), submitted.rendering(), submitted.at());
  }

  /** The checks in their order; the first that fails decides. */
  static Step admission(
      Intent intent, Optional<DestinationPolicy> destination, Rendering rendering, Instant at) {
    if (destination.isEmpty()) {
      return hold(
          Reason.UNKNOWN_DESTINATION,
          "no destination named '%s' is known".formatted(intent.destination()));
    }
    DestinationPolicy rules = destination.get();
    if (intent.issuedAt().isBefore(at.minus(rules.dedupeWindow()))) {
      return hold(
          Reason.STALE_INTENT,
          "issued at %s, before the dedupe window of %s: it may have been done and forgotten"
              .formatted(intent.issuedAt(), rules.dedupeWindow()));
    }
    if (!intent.account().equals(rules.account())
        || !intent.environment().equals(rules.environment())) {
      return hold(
          Reason.IDENTITY_MISMATCH,
          "names account '%s' in '%s'; destination '%s' is account '%s' in '%s'"
              .formatted(
                  intent.account(),
                  intent.environment(),
                  intent.destination(),
                  rules.account(),
                  rules.environment()));
    }
    return denial(intent)
        .or(() -> body(rendering))
        .or(() -> approval(intent, rules))
        .or(() -> expiry(intent, at))
        .orElseGet(() -> new Step.Offer(Step.Offer.Why.ADMITTED, latest(intent.notBefore(), at)));
  }

  private static Optional<Step> denial(Intent intent) {
    return intent
        .approval()
        .filter(approval -> approval.decision() == Approval.Verdict.DENIED)
        .map(
            denied ->
                new Step.Reject(
                    Reason.APPROVAL_DENIED,
                    "%s was denied by %s".formatted(denied.policy(), denied.by())));
  }

  /** Before a missing approval: whoever approves approves something that can be sent. */
  private static Optional<Step> body(Rendering rendering) {
    return rendering instanceof Rendering.Impossible impossible
        ? Optional.of(hold(Reason.BODY_NOT_RENDERED, impossible.why()))
        : Optional.empty();
  }

  private static Optional<Step> approval(Intent intent, DestinationPolicy rules) {
    if (intent.approval().isEmpty()) {
      return rules.approvalRequired()
          ? Optional.of(hold(Reason.MISSING_APPROVAL, "no approval came with the intent"))
          : Optional.empty();
    }
    Approval approval = intent.approval().get();
    if (!approval.payloadHash().equals(intent.payloadHash())) {
      return Optional.of(
          hold(
              Reason.PAYLOAD_NOT_APPROVED,
              "the payload is %s, approved was %s"
                  .formatted(intent.payloadHash(), approval.payloadHash())));
    }
    return Optional.empty();
  }

  private static Optional<Step> expiry(Intent intent, Instant at) {
    return intent
        .expiresAt()
        .filter(t -> !t.isAfter(at))
        .map(t -> new Step.Reject(Reason.EXPIRED, "expired at " + t + ", before it was admitted"));
  }

  private static Instant latest(Optional<Instant> notBefore, Instant at) {
    return notBefore.filter(t -> t.isAfter(at)).orElse(at);
  }

  private static Step hold(Reason reason, String text) {
    return new Step.Escalate(reason, Reason.Stage.POLICY_ADMISSION, text);
  }

  private static Step repeatedAfterForgetting(Forgotten forgotten, IntentSubmitted submitted) {
    boolean same =
        forgotten.payloadHash().equals(submitted.intent().payloadHash())
            && forgotten.destination().equals(submitted.intent().destination());
    return same ? duplicate() : conflict(List.of("payload"));
  }

  private static Step repeatedWhileHeldBack(Unresolved waiting, IntentSubmitted submitted) {
    Operation op = waiting.operation();
    if (op.knowledge().forbidsSending()) {
      return new Step.Escalate(
          Reason.STATE_GAP,
          Reason.STATE_GAP.stage(),
          "the destination reported an effect before the ledger saw this intent; nothing is sent");
    }
    Step anew = admission(submitted);
    boolean nothingNew =
        anew instanceof Step.Escalate again
            && again.reason() == waiting.concern().reason()
            && again.text().equals(waiting.concern().text())
            && op.intent()
                .differencesTo(submitted.intent(), submitted.intent().attributes().keySet())
                .isEmpty();
    return nothingNew ? duplicate() : anew;
  }

  private static Step repeated(Operation op, IntentSubmitted submitted) {
    List<String> fields =
        op.policy()
            .map(rules -> op.intent().differencesTo(submitted.intent(), rules.attributesUsed()))
            .orElseGet(
                () ->
                    op.intent()
                        .differencesTo(submitted.intent(), op.intent().attributes().keySet()));
    return fields.isEmpty() ? duplicate() : conflict(fields);
  }

  private static Step duplicate() {
    return new Step.Stay(Step.Remark.DUPLICATE_INTENT, "the same intent again");
  }

  private static Step conflict(List<String> fields) {
    return new Step.Notify(
        Reason.PAYLOAD_CONFLICT,
        "another intent under the same operation ID differs in " + String.join(", ", fields),
        fields);
  }

  /** The intent with a reviewer's approval of exactly its payload. */
  static Intent approved(Intent intent, ReviewSubmitted submitted) {
    Review review = submitted.review();
    return intent.approvedBy(
        new Approval(
            "review",
            Approval.Verdict.APPROVED,
            review.reviewer(),
            review.reviewedAt(),
            intent.payloadHash()));
  }
}
