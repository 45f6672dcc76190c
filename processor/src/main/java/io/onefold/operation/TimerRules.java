package io.onefold.operation;

import io.onefold.operation.OperationInput.HolderDied;
import io.onefold.operation.OperationInput.TimerFired;
import io.onefold.operation.OperationState.Claimed;
import io.onefold.operation.OperationState.CommitUnknown;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Ready;
import io.onefold.operation.OperationState.Unresolved;
import java.time.Instant;
import java.util.List;

/** What follows when time has passed, or when a holder is proved dead. */
final class TimerRules {
  private TimerRules() {}

  static Step step(OperationState state, TimerFired fired, Gate gate) {
    if (!(state instanceof Known known) || !Absorption.due(known.operation(), fired)) {
      return nothing(fired);
    }
    Operation op = Absorption.absorb(known, fired);
    return switch (fired.timer()) {
      case LEASE -> leaseEnd(known, op, fired);
      case SETTLE -> settled(known, op);
      case EXPIRY -> known instanceof Ready ? RetryRules.expired(op) : nothing(fired);
      case OFFER ->
          known instanceof Ready ready
              ? offer(op, ready.offered(), fired.at(), gate)
              : nothing(fired);
      case READBACK -> known instanceof CommitUnknown ? new Step.Ask() : nothing(fired);
      case DEADLINE -> known instanceof CommitUnknown ? deadline(op, fired.at()) : nothing(fired);
      case FORGET -> known instanceof Final ? new Step.Forget() : nothing(fired);
    };
  }

  /** Never straight to READY: the attempt may have had its effect. */
  private static Step leaseEnd(Known state, Operation op, TimerFired fired) {
    if (!(state instanceof Claimed)) {
      return nothing(fired);
    }
    return op.rules().hasReadback() ? new Step.Ask() : RetryRules.nothingToAsk(op, fired.at());
  }

  private static Step settled(Known state, Operation op) {
    return state instanceof CommitUnknown && op.rules().hasReadback()
        ? new Step.Ask()
        : new Step.Stay(Step.Remark.SETTLED, "what the destination shows from now on counts");
  }

  private static Step offer(Operation op, boolean offered, Instant at, Gate gate) {
    // Nobody could claim it: neither the limit nor the time of the next offer means anything now.
    if (gate instanceof Gate.Held held) {
      return new Step.Stay(Step.Remark.HELD, held.because());
    }
    AttemptLog attempts = op.attempts();
    // A delay that the destination asked for may pass the limit; what was never offered gets its
    // chance.
    if (offered && !at.isBefore(attempts.waitingSince().plus(op.rules().offerLimit()))) {
      return attempts.unsent() > 0
          ? RetryRules.neverReached(op)
          : RetryRules.escalate(
              Reason.NOT_CLAIMED,
              "no worker of pool '%s' claimed it within %s"
                  .formatted(op.rules().pool(), op.rules().offerLimit()));
    }
    return RetryRules.replayWindowPassed(op, at)
        ? RetryRules.keyWindowPassed(op)
        : new Step.SendOffer();
  }

  private static Step deadline(Operation op, Instant at) {
    if (RetryRules.mayReplay(op, at)) {
      return new Step.Offer(
          Step.Offer.Why.SAFE_REPLAY, Backoff.dispatchAt(op, at, java.time.Duration.ZERO));
    }
    if (op.knowledge().standing().isPresent() && !op.knowledge().refused()) {
      Knowledge.Standing standing = op.knowledge().standing().get();
      return RetryRules.escalate(standing.reason(), standing.text());
    }
    boolean missing = op.knowledge().positive() && lastShowedNothing(op.readbacks().entries());
    return missing
        ? RetryRules.escalate(
            Reason.CONTRADICTING_EVIDENCE, "the destination accepted it, but does not show it")
        : RetryRules.escalate(
            Reason.READBACK_UNAVAILABLE,
            "no readback could tell the outcome within " + op.rules().readbackDeadline());
  }

  private static boolean lastShowedNothing(List<ReadbackLog.Entry> entries) {
    for (int i = entries.size() - 1; i >= 0; i--) {
      if (entries.get(i).observation().isPresent()) {
        return entries.get(i).observation().get().result() == Observation.Result.NOT_FOUND;
      }
    }
    return false;
  }

  /** A dead holder's attempt is over, whatever became of it. */
  static Step step(OperationState state, HolderDied died) {
    if (!(state instanceof Known known) || !Absorption.concerns(known.operation(), died)) {
      return new Step.Stay(Step.Remark.JOURNALLED, "no running attempt of that worker");
    }
    Operation op = Absorption.absorb(known, died);
    return switch (known) {
      case Claimed claimed -> askOrEscalate(op, died.at());
      case CommitUnknown unknown -> new Step.Ask();
      case Unresolved unresolved ->
          new Step.Stay(
              Step.Remark.ATTEMPT_OVER,
              "the process of worker %s is dead".formatted(died.successor().id()));
      case Ready ready ->
          new Step.Stay(Step.Remark.JOURNALLED, "no running attempt of that worker");
      case Final end -> new Step.Stay(Step.Remark.JOURNALLED, "ended before");
    };
  }

  private static Step askOrEscalate(Operation op, Instant at) {
    return op.rules().hasReadback() ? new Step.Ask() : RetryRules.nothingToAsk(op, at);
  }

  private static Step nothing(TimerFired fired) {
    return new Step.Stay(Step.Remark.JOURNALLED, "nothing waits for " + fired.timer());
  }
}
