package io.onefold.topology;

import io.onefold.operation.AttemptLog;
import io.onefold.operation.OperationInput.ClaimRequested;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Ready;

/** Why a claim was refused, as a word that can be counted. The journal has the sentence. */
public enum ClaimRefusal {
  /** The operation does not wait for a claim. */
  NOT_READY,
  /** The claim is for another token than the current one. */
  OTHER_TOKEN,
  /** The token is not offered yet. */
  NOT_OFFERED,
  /** The token was granted before. */
  GRANTED_BEFORE,
  /** An effect is known or promised. */
  EFFECT_KNOWN,
  /** A newer life of the worker is known. */
  WORKER_DEAD,
  /** The destination is suspended. */
  HELD;

  /** Why this claim, which was refused, was. */
  static ClaimRefusal of(OperationState state, ClaimRequested refused) {
    if (!(state instanceof Ready ready)) {
      return NOT_READY;
    }
    AttemptLog attempts = ready.operation().attempts();
    if (refused.token() != attempts.token()) {
      return OTHER_TOKEN;
    }
    if (!ready.offered()) {
      return NOT_OFFERED;
    }
    if (attempts.current().isPresent()) {
      return GRANTED_BEFORE;
    }
    if (ready.operation().knowledge().forbidsSending()) {
      return EFFECT_KNOWN;
    }
    return refused.workerAlive() ? HELD : WORKER_DEAD;
  }
}
