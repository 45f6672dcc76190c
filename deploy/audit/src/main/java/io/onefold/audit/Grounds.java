package io.onefold.audit;

import io.onefold.schema.Approval;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.PolicySnapshot;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Review;

/** What recorded evidence allows, once an event was absorbed and before it is followed. */
final class Grounds {
  private Grounds() {}

  /** The mere end of a lease is taken for the end of its attempt. */
  static boolean leaseEndSuffices(Fold op) {
    return op.rules().getAbsenceProves() && !op.rules().getAbsenceNeedsReport();
  }

  /** It answers a question that was put after the settle point, and shows nothing. */
  static boolean showsNothing(Fold op, int token, int number, ReadbackObservation seen) {
    return seen.getDetail().equals("ABSENT")
        && seen.getResult().equals("NOT_FOUND")
        && seen.getComplete()
        && token == op.attempts.token()
        && number >= op.looks.proofFrom()
        && number <= op.looks.last();
  }

  /** This NOT_FOUND is proof of absence. */
  static boolean counts(Fold op, int token, int number, ReadbackObservation seen) {
    if (!showsNothing(op, token, number, seen) || op.known.forbidsSending()) {
      return false;
    }
    PolicySnapshot rules = op.rules();
    return refusedForGood(op)
        || (rules.getAbsenceProves()
            && op.looks.settled()
            && (!rules.getAbsenceNeedsReport() || op.attempts.closed()));
  }

  static boolean refusedForGood(Fold op) {
    return op.known.refused() && !op.known.forbidsSending() && !op.attempts.earlierUnknown();
  }

  /** A person's "not done" may rest on what could be seen. */
  static boolean allowsNotDone(Fold op) {
    if (op.known.forbidsSending()) {
      return false;
    }
    boolean neverGrantedNow = op.attempts.current().isEmpty() && !op.attempts.earlierUnknown();
    boolean settled = neverGrantedNow || op.looks.settled();
    return op.attempts.neverGranted()
        || (settled && (leaseEndSuffices(op) || op.attempts.closed()));
  }

  /** Nothing that the reviewer could not know has happened. */
  static boolean isCurrent(Fold op, OperationEvent event, Review review) {
    return review.getSequence() >= op.movedAt && review.getSequence() < event.getSequence();
  }

  /**
   * What allows this event to bring a new token; what the ledger gives as its reason is not asked.
   */
  static boolean allowToken(Fold op, OperationEvent event) {
    if (op.attempts.token() == 0) {
      return admits(op, event);
    }
    if (op.known.forbidsSending()) {
      return false;
    }
    return switch (event.getInput()) {
          case ReportReceived in ->
              op.justReported
                  && isNotCommitted(in.getReport().getResult())
                  && !op.attempts.earlierUnknown();
          case ReadbackReported in ->
              counts(op, in.getToken(), in.getNumber(), in.getObservation())
                  && op.looks.confirmed() >= op.rules().getConfirmations();
          case Review in ->
              in.getAction().equals("AUTHORISE_RETRY")
                  && isCurrent(op, event, in)
                  && allowsNotDone(op);
          default -> false;
        }
        || replays(op, event);
  }

  static boolean isNotCommitted(String result) {
    return result.equals("NOT_SENT") || result.equals("DEFERRED");
  }

  private static boolean replays(Fold op, OperationEvent event) {
    Long at = event.getConclusion().getAtMs();
    return event.getConclusion().getWhy().equals("SAFE_REPLAY") && at != null && keyIsKnown(op, at);
  }

  /** An attempt granted then would still end before the destination may forget the key. */
  static boolean keyIsKnown(Fold op, long grantedAtMs) {
    Long window = op.rules().getSafeReplayWindowMs();
    Long first = op.attempts.firstGrantMs();
    return window != null
        && first != null
        && grantedAtMs + op.rules().getLeaseMs() <= first + window;
  }

  /** The intent names the account of its contract, and exactly its payload is approved. */
  private static boolean admits(Fold op, OperationEvent event) {
    return isOnTheAccount(op)
        && switch (event.getInput()) {
          case IntentSubmitted in -> isApproved(op, in);
          case Review in -> in.getAction().equals("APPROVE") && isCurrent(op, event, in);
          default -> false;
        };
  }

  /** The intent is for the account and the environment of its contract. */
  static boolean isOnTheAccount(Fold op) {
    Intent intent = op.intent;
    return intent != null
        && intent.getAccount().equals(op.rules().getAccount())
        && intent.getEnvironment().equals(op.rules().getEnvironment());
  }

  private static boolean isApproved(Fold op, IntentSubmitted in) {
    Approval approval = in.getIntent().getApproval();
    return approval == null
        ? !op.rules().getApprovalRequired()
        : approval.getDecision().equals("APPROVED")
            && approval.getPayloadHash().equals(in.getPayloadHash());
  }
}
