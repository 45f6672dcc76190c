package io.onefold.operation;

import io.onefold.operation.OperationInput.ReadbackReported;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Claimed;
import io.onefold.operation.OperationState.CommitUnknown;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Ready;
import io.onefold.operation.OperationState.Unresolved;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What readbacks prove, and what they leave open. */
final class ReadbackRules {
  private ReadbackRules() {}

  static Step step(OperationState state, ReadbackReported reported) {
    Observation seen = reported.observation();
    boolean found = seen.result() == Observation.Result.FOUND;
    return switch (state) {
      case Absent absent ->
          found
              ? new Step.Escalate(
                  Reason.STATE_GAP,
                  Reason.STATE_GAP.stage(),
                  "something was found, but no intent is known")
              : journalled("no such operation");
      case Forgotten forgotten ->
          found
              ? afterTheEnd(forgotten.outcome(), forgotten.providerId(), seen)
              : journalled("late");
      case Final end ->
          found
              ? afterTheEnd(end.ending().outcome(), end.ending().providerId(), seen)
              : journalled("late");
      case Known known -> {
        Operation op = Absorption.absorb(known, reported);
        yield found
            ? found(known, op, seen, !(known instanceof Claimed))
            : notFound(known, op, reported);
      }
    };
  }

  /**
   * A finding after the end: silent only if it is the right one, and the one that the ending speaks
   * of.
   */
  static Step afterTheEnd(Ending.Outcome outcome, Optional<String> known, Observation seen) {
    if (seen.kind() == Observation.Kind.MANY) {
      return new Step.Notify(Reason.DUPLICATE_EFFECTS, seen.message(), List.of());
    }
    if (outcome.saysDone() && !seen.allRight()) {
      return new Step.Notify(seen.concern(), seen.message(), List.of());
    }
    return contradiction(outcome, known, seen.providerId(), "a late readback found it");
  }

  /**
   * Evidence of an effect after the end: silent only if it is the effect that the ending speaks of.
   */
  static Step contradiction(
      Ending.Outcome outcome, Optional<String> known, Optional<String> told, String text) {
    if (!outcome.saysDone()) {
      return new Step.Notify(
          Reason.CONTRADICTING_EVIDENCE, text + ", after it ended as " + outcome, List.of());
    }
    boolean another = known.isPresent() && told.isPresent() && !known.equals(told);
    return another
        ? new Step.Notify(
            Reason.DUPLICATE_EFFECTS,
            "%s as '%s', but the receipt names '%s'".formatted(text, told.get(), known.get()),
            List.of())
        : journalled(text);
  }

  /**
   * Something is there; {@code op} knows it already.
   *
   * @param nobodyActs false while a granted attempt may still be running
   */
  static Step found(Known before, Operation op, Observation seen, boolean nobodyActs) {
    if (!seen.allRight()) {
      return wrong(before, seen);
    }
    if (op.knowledge().duplicates()) {
      return before instanceof Unresolved
          ? new Step.Stay(
              Step.Remark.EVIDENCE_KEPT, "one is seen now, but several were seen before")
          : RetryRules.escalate(Reason.DUPLICATE_EFFECTS, "several items were seen before");
    }
    return switch (before) {
      case Unresolved gap when !op.admitted() ->
          new Step.Stay(Step.Remark.EVIDENCE_KEPT, "found, but never admitted here");
      // The holder may still act: its effect would be a second one, so the end waits for another
      // look.
      case Claimed claimed when !nobodyActs -> new Step.Ask();
      case Claimed claimed -> new Step.Verify(Ending.Level.READBACK);
      case Ready ready -> new Step.Verify(Ending.Level.READBACK);
      case CommitUnknown unknown -> new Step.Verify(Ending.Level.READBACK);
      case Unresolved unresolved -> new Step.Verify(Ending.Level.READBACK);
      case Final end -> throw new IllegalStateException("final states are handled before");
    };
  }

  private static Step wrong(Known before, Observation seen) {
    boolean known =
        before instanceof Unresolved open
            && (open.concern().reason() == seen.concern()
                || open.operation().knowledge().duplicates());
    return known
        ? new Step.Stay(Step.Remark.EVIDENCE_KEPT, seen.message())
        : new Step.Escalate(seen.concern(), Reason.Stage.READBACK, seen.message());
  }

  private static Step notFound(Known before, Operation op, ReadbackReported reported) {
    return switch (before) {
      case Unresolved unresolved ->
          new Step.Stay(Step.Remark.EVIDENCE_KEPT, reported.observation().message());
      case CommitUnknown unknown when reported.token() == op.attempts().token() ->
          nothingYet(
              op, reported.observation(), reported.token(), reported.number(), reported.at());
      case CommitUnknown unknown -> journalled("answers an earlier attempt");
      case Ready ready -> journalled("nothing was asked");
      case Claimed claimed -> journalled("nothing was asked");
      case Final end -> throw new IllegalStateException("final states are handled before");
    };
  }

  /** COMMIT_UNKNOWN, and this readback did not find it. */
  static Step nothingYet(Operation op, Observation seen, int token, int number, Instant at) {
    return switch (seen.kind()) {
      case JOB_FAILED ->
          Proof.onlyThePromise(op)
              ? new Step.Reject(Reason.ASYNC_FAILED, seen.message())
              : RetryRules.escalate(Reason.ASYNC_FAILED, seen.message());
      case ABSENT -> absent(op, seen, token, number, at);
      case NOTHING_TO_ASK -> nothingToAsk(op, at);
      case UNAVAILABLE, INCOMPLETE, CACHED, JOB_PENDING, UNREADABLE -> later(op, at);
      case MATCH, NORMALISED, MANY, MISMATCH, WRONG_ACCOUNT, REMOVED, PARTIAL ->
          throw new IllegalStateException("findings are handled before");
    };
  }

  private static Step absent(Operation op, Observation seen, int token, int number, Instant at) {
    Optional<Knowledge.Standing> standing = op.knowledge().standing();
    if (standing.isPresent() && !op.knowledge().refused() && seen.complete()) {
      return RetryRules.escalate(standing.get().reason(), standing.get().text());
    }
    if (Proof.counts(op, token, number, seen)) {
      return Proof.suffices(op) ? proved(op, at) : later(op, at);
    }
    boolean neverProof = !op.rules().absenceProves() && op.readbacks().settled();
    return neverProof && !op.knowledge().refused() && RetryRules.mayReplay(op, at)
        ? new Step.Offer(Step.Offer.Why.SAFE_REPLAY, Backoff.dispatchAt(op, at, Duration.ZERO))
        : later(op, at);
  }

  private static Step proved(Operation op, Instant at) {
    return op.knowledge().refused()
        ? refused(op)
        : RetryRules.retry(op, Step.Offer.Why.PROVED_ABSENT, at, Duration.ZERO);
  }

  private static Step nothingToAsk(Operation op, Instant at) {
    return Proof.refusedForGood(op) ? refused(op) : RetryRules.nothingToAsk(op, at);
  }

  private static Step refused(Operation op) {
    String text = op.knowledge().standing().map(Knowledge.Standing::text).orElse("");
    return new Step.Reject(Reason.REJECTED_BY_DESTINATION, text);
  }

  private static Step later(Operation op, Instant at) {
    int round = Math.max(0, op.readbacks().round() - 1);
    return new Step.AskLater(at.plus(op.rules().readbacks().delay(round)));
  }

  private static Step journalled(String text) {
    return new Step.Stay(Step.Remark.JOURNALLED, text);
  }
}
