package io.onefold.operation;

import io.onefold.operation.Step.Offer.Why;
import java.time.Duration;
import java.time.Instant;

/** Whether and when another attempt may follow. */
final class RetryRules {
  private RetryRules() {}

  /** The next attempt, or the reason why a person must decide. */
  static Step retry(Operation op, Why why, Instant at, Duration atLeast) {
    if (op.knowledge().forbidsSending()) {
      return escalate(
          Reason.CONTRADICTING_EVIDENCE,
          "the last attempt counts as not done, but an effect was reported before");
    }
    if (op.intent().expiresAt().filter(t -> !t.isAfter(at)).isPresent()) {
      return expired(op);
    }
    if (waitedTooLong(op, at)) {
      return neverReached(op);
    }
    if (op.attempts().spent() >= op.rules().maxAttempts()) {
      return budgetSpent(
          "%d of %d attempts are spent".formatted(op.attempts().spent(), op.rules().maxAttempts()));
    }
    return new Step.Offer(why, Backoff.dispatchAt(op, at, atLeast));
  }

  /**
   * True if a replay under the same key is declared safe and would still end inside the key's
   * window.
   */
  static boolean mayReplay(Operation op, Instant at) {
    return !op.knowledge().forbidsSending()
        && op.knowledge().standing().isEmpty()
        && op.attempts().spent() < op.rules().maxAttempts()
        && !waitedTooLong(op, at)
        && op.rules()
            .replayIsSafe(op.attempts().firstSentAt(), Backoff.dispatchAt(op, at, Duration.ZERO));
  }

  /** The current token is a replay, and its key may be forgotten before the attempt ends. */
  static boolean replayWindowPassed(Operation op, Instant at) {
    return op.attempts().earlierUnknown()
        && !op.rules().replayIsSafe(op.attempts().firstSentAt(), at);
  }

  static Step keyWindowPassed(Operation op) {
    return escalate(
        Reason.KEY_WINDOW_PASSED,
        "an earlier attempt may have had its effect, and the destination may have forgotten its"
            + " key, counted from "
            + op.attempts().firstSentAt().map(Instant::toString).orElse("the first send"));
  }

  static Step expired(Operation op) {
    String text =
        "expired at " + op.intent().expiresAt().map(Instant::toString).orElse("an unknown time");
    return op.attempts().neverGranted()
        ? new Step.Reject(Reason.EXPIRED, text + "; nothing was ever sent")
        : escalate(Reason.EXPIRED, text + "; no further attempt is made");
  }

  /** Nothing can be asked about an attempt whose fate is open. */
  static Step nothingToAsk(Operation op, Instant at) {
    if (op.knowledge().standing().isPresent()) {
      Knowledge.Standing standing = op.knowledge().standing().get();
      return escalate(standing.reason(), standing.text());
    }
    if (mayReplay(op, at)) {
      return new Step.Offer(Why.SAFE_REPLAY, Backoff.dispatchAt(op, at, Duration.ZERO));
    }
    if (op.knowledge().forbidsSending() || op.rules().safeReplayWindow().isEmpty()) {
      return escalate(
          Reason.NO_READBACK, "the outcome is unknown and the destination cannot be asked");
    }
    return noMoreReplays(op, at);
  }

  /** Why no further replay follows. */
  static Step noMoreReplays(Operation op, Instant at) {
    if (waitedTooLong(op, at)) {
      return neverReached(op);
    }
    return op.attempts().spent() >= op.rules().maxAttempts()
        ? budgetSpent(
            "%d attempts are spent and the outcome is unknown".formatted(op.attempts().spent()))
        : keyWindowPassed(op);
  }

  /** Attempts that cost nothing are bounded by time instead of number. */
  private static boolean waitedTooLong(Operation op, Instant at) {
    Instant limit = op.attempts().waitingSince().plus(op.rules().offerLimit());
    return op.attempts().endedFree() && !at.isBefore(limit);
  }

  static Step neverReached(Operation op) {
    return budgetSpent("no attempt reached the destination within " + op.rules().offerLimit());
  }

  static Step budgetSpent(String text) {
    return escalate(Reason.RETRY_BUDGET_SPENT, text);
  }

  static Step escalate(Reason reason, String text) {
    return new Step.Escalate(reason, reason.stage(), text);
  }
}
