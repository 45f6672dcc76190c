package io.onefold.operation;

import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Ready;
import io.onefold.operation.OperationState.Unresolved;
import io.onefold.operation.Review.Action;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Open questions: which one a state has, and what may be decided about it. */
public final class Questions {
  private Questions() {}

  /** The question that is open; the one that holds the operation goes before a mere notice. */
  public static Optional<Concern> open(OperationState state) {
    return switch (state) {
      case Absent absent -> Optional.empty();
      case Forgotten forgotten -> forgotten.notice();
      case Unresolved unresolved -> Optional.of(unresolved.concern());
      case Known known -> known.operation().notice();
    };
  }

  /**
   * An open question is published again whenever the operation moved on under it: its sequence and
   * what may be decided are part of it.
   */
  public static boolean changed(OperationState before, OperationState after) {
    if (!open(before).equals(open(after)) || !notice(before).equals(notice(after))) {
      return true;
    }
    if (open(after).isPresent() && StateName.of(before) != StateName.of(after)) {
      return true;
    }
    return after instanceof Unresolved now
        && before instanceof Unresolved then
        && now.operation().movedAt() != then.operation().movedAt();
  }

  /** What an authorised person may decide now, with what it would do. */
  public static Map<Action, String> allowed(OperationState state) {
    Map<Action, String> allowed = new LinkedHashMap<>();
    switch (state) {
      case Unresolved unresolved -> whenUnresolved(unresolved, allowed);
      case Ready ready when ready.operation().attempts().neverGranted() ->
          allowed.put(Action.CANCEL, "ends it as REJECTED; nothing was sent");
      case OperationState.CommitUnknown unknown ->
          allowed.put(Action.RECHECK, "asks the destination at once");
      default -> {}
    }
    if (notice(state).isPresent()) {
      allowed.put(Action.ACKNOWLEDGE, "closes the notice; the operation stays as it is");
    }
    return allowed;
  }

  static Optional<Concern> notice(OperationState state) {
    return switch (state) {
      case Absent absent -> Optional.empty();
      case Forgotten forgotten -> forgotten.notice();
      case Known known -> known.operation().notice();
    };
  }

  private static void whenUnresolved(Unresolved state, Map<Action, String> allowed) {
    Operation op = state.operation();
    if (!op.admitted()) {
      if (state.concern().reason() == Reason.MISSING_APPROVAL && !op.knowledge().forbidsSending()) {
        allowed.put(Action.APPROVE, "approves exactly this payload and sends it");
      }
    } else if (Proof.allowsNotDone(op) && state.concern().reason() != Reason.EXPIRED) {
      boolean spent = op.attempts().spent() >= op.rules().maxAttempts();
      allowed.put(
          Action.AUTHORISE_RETRY,
          spent ? "sends it once more; needs force, the budget is spent" : "sends it once more");
    }
    if (op.admitted() && !op.attempts().neverGranted() && op.rules().hasReadback()) {
      allowed.put(Action.RECHECK, "asks the destination again");
    }
    allowed.put(Action.CONFIRM_DONE, "ends it as RESOLVED: done, on the reviewer's word");
    allowed.put(
        Action.CONFIRM_NOT_DONE,
        Proof.allowsNotDone(op)
            ? "ends it as RESOLVED: not done"
            : "ends it as RESOLVED: outcome unknown, because an effect may still exist or appear");
  }
}
