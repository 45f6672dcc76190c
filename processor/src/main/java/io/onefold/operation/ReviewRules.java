package io.onefold.operation;

import io.onefold.operation.OperationInput.ReviewSubmitted;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Claimed;
import io.onefold.operation.OperationState.CommitUnknown;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Ready;
import io.onefold.operation.OperationState.Unresolved;
import java.time.Instant;

/** Decisions of authorised people, and why some of them are refused. */
final class ReviewRules {
  private ReviewRules() {}

  static Step step(OperationState state, ReviewSubmitted submitted) {
    Review review = submitted.review();
    return switch (state) {
      case Absent absent -> refuse("no such operation");
      case Forgotten forgotten ->
          review.action() == Review.Action.ACKNOWLEDGE
              ? acknowledge(state)
              : refuse("it ended as %s and was forgotten".formatted(forgotten.outcome()));
      case Known known -> current(known, submitted);
    };
  }

  private static Step current(Known known, ReviewSubmitted submitted) {
    Review review = submitted.review();
    Operation op = known.operation();
    if (review.sequence() < op.movedAt() || review.sequence() > op.sequence()) {
      return refuse(
          "based on sequence %d, but the operation moved on to %d: look again"
              .formatted(review.sequence(), op.movedAt()));
    }
    return switch (review.action()) {
      case ACKNOWLEDGE -> acknowledge(known);
      case CANCEL -> cancel(known, review);
      case RECHECK -> recheck(known);
      case APPROVE -> approve(known, submitted);
      case AUTHORISE_RETRY -> authoriseRetry(known, review, submitted.at());
      case CONFIRM_DONE ->
          known instanceof Unresolved
              ? new Step.Resolve(Ending.Outcome.RESOLVED_DONE)
              : refuseIn(known, review);
      case CONFIRM_NOT_DONE -> confirmNotDone(known, review);
    };
  }

  private static Step acknowledge(OperationState state) {
    return Questions.notice(state).isPresent()
        ? new Step.Stay(Step.Remark.NOTICE_CLOSED, "acknowledged")
        : refuse("there is no open notice to acknowledge");
  }

  private static Step cancel(Known known, Review review) {
    if (!(known instanceof Ready)) {
      return refuseIn(known, review);
    }
    return known.operation().attempts().neverGranted()
        ? new Step.Reject(
            Reason.CANCELLED, "cancelled by %s: %s".formatted(review.reviewer(), review.reason()))
        : refuse(
            "an attempt was granted before; only an operation that was never tried can be"
                + " cancelled");
  }

  private static Step recheck(Known known) {
    Operation op = known.operation();
    return switch (known) {
      case CommitUnknown unknown -> new Step.Ask();
      case Unresolved unresolved when op.attempts().neverGranted() ->
          refuse("nothing was ever sent, so there is nothing to ask for");
      case Unresolved unresolved ->
          op.rules().hasReadback()
              ? new Step.Ask()
              : refuse("the destination declares no readback");
      case Ready ready -> refuse("nothing is unknown: it waits to be sent");
      case Claimed claimed -> refuse("an attempt is running");
      case Final end -> refuse("it has ended as " + end.ending().outcome());
    };
  }

  private static Step approve(Known known, ReviewSubmitted submitted) {
    boolean waits =
        known instanceof Unresolved unresolved
            && !known.operation().admitted()
            && unresolved.concern().reason() == Reason.MISSING_APPROVAL;
    if (!waits) {
      return refuse("it does not wait for an approval");
    }
    Operation op = known.operation();
    if (op.knowledge().forbidsSending()) {
      return refuse("an effect was reported before it was approved; nothing is sent");
    }
    return IntentRules.admission(
        IntentRules.approved(op.intent(), submitted),
        op.policy(),
        Rendering.of(op.body()),
        submitted.at());
  }

  private static Step authoriseRetry(Known known, Review review, Instant at) {
    Operation op = known.operation();
    if (!(known instanceof Unresolved)) {
      return refuseIn(known, review);
    }
    if (!op.admitted()) {
      return refuse("it was never admitted; submit a corrected intent under the same operation ID");
    }
    if (op.knowledge().forbidsSending()) {
      return refuse("an effect was reported; a second one needs a new operation ID");
    }
    if (!Proof.allowsNotDone(op)) {
      return refuse(
          "an earlier attempt may still have its effect; wait until it is over and settled");
    }
    if (op.intent().expiresAt().filter(t -> !t.isAfter(at)).isPresent()) {
      return refuse("it expired; a new attempt needs a new operation ID");
    }
    boolean spent = op.attempts().spent() >= op.rules().maxAttempts();
    return spent && !review.force()
        ? refuse(
            "all %d attempts are spent; force allows one more".formatted(op.rules().maxAttempts()))
        : new Step.Offer(Step.Offer.Why.AUTHORISED, at);
  }

  private static Step confirmNotDone(Known known, Review review) {
    if (!(known instanceof Unresolved)) {
      return refuseIn(known, review);
    }
    return new Step.Resolve(
        Proof.allowsNotDone(known.operation())
            ? Ending.Outcome.RESOLVED_NOT_DONE
            : Ending.Outcome.RESOLVED_UNKNOWN);
  }

  private static Step refuseIn(Known known, Review review) {
    return refuse(
        "%s is not possible in %s; allowed now: %s"
            .formatted(review.action(), StateName.of(known), Questions.allowed(known).keySet()));
  }

  private static Step refuse(String why) {
    return new Step.Stay(Step.Remark.REVIEW_REFUSED, why);
  }
}
