package io.onefold.operation;

import io.onefold.operation.OperationInput.ClaimRequested;
import io.onefold.operation.OperationState.Ready;
import java.time.Instant;

/** The ledger's compare-and-swap: at most one grant per token. */
final class ClaimRules {
  private ClaimRules() {}

  static Step step(OperationState state, ClaimRequested claim, Gate gate) {
    if (!(state instanceof Ready ready)) {
      return refuse("not open to claims: " + state.getClass().getSimpleName());
    }
    Operation op = ready.operation();
    AttemptLog attempts = op.attempts();
    if (claim.token() != attempts.token()) {
      return refuse("claims token %d; current is %d".formatted(claim.token(), attempts.token()));
    }
    if (!ready.offered()) {
      return refuse("token %d is not offered yet".formatted(claim.token()));
    }
    if (attempts.current().isPresent()) {
      return refuse("token %d was granted before".formatted(claim.token()));
    }
    if (op.knowledge().forbidsSending()) {
      return refuse("an effect is known or promised");
    }
    if (!claim.workerAlive()) {
      return refuse("worker %s has a newer life".formatted(claim.worker().id()));
    }
    if (gate instanceof Gate.Held held) {
      return refuse("held: " + held.because());
    }
    return admissible(op, claim);
  }

  private static Step admissible(Operation op, ClaimRequested claim) {
    Instant at = claim.at();
    if (op.intent().expiresAt().filter(t -> !t.isAfter(at)).isPresent()) {
      return RetryRules.expired(op);
    }
    if (RetryRules.replayWindowPassed(op, at)) {
      return RetryRules.keyWindowPassed(op);
    }
    return new Step.GrantClaim(at.plus(op.rules().lease()));
  }

  private static Step refuse(String why) {
    return new Step.Stay(Step.Remark.CLAIM_REFUSED, why);
  }
}
