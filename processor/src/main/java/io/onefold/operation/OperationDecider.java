package io.onefold.operation;

import io.onefold.operation.OperationInput.ClaimRequested;
import io.onefold.operation.OperationInput.DestinationReopened;
import io.onefold.operation.OperationInput.HolderDied;
import io.onefold.operation.OperationInput.IntentSubmitted;
import io.onefold.operation.OperationInput.IntervalsRestarted;
import io.onefold.operation.OperationInput.ReadbackReported;
import io.onefold.operation.OperationInput.ReviewSubmitted;
import io.onefold.operation.OperationInput.SendReported;
import io.onefold.operation.OperationInput.TimerFired;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Ready;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides what follows from an input. Pure: the same state and input give the same decision,
 * always.
 */
public final class OperationDecider {
  private OperationDecider() {}

  /**
   * The decision about one input. Every pair of state and input has one.
   *
   * @param gate whether the operation's destination takes attempts
   */
  public static Decision decide(OperationState state, OperationInput input, Gate gate) {
    Step step = step(state, input, gate);
    OperationEvent event =
        new OperationEvent(
            state.operationId(), state.sequence() + 1, journalled(state, input, step), step);
    OperationState after = OperationEvolver.evolve(state, event);
    return new Decision(event, after, effects(state, event, after, gate));
  }

  /** A body that will not be sent is not worth a place in the journal for ever. */
  private static OperationInput journalled(OperationState state, OperationInput input, Step step) {
    boolean maySend = IntentRules.takesContent(state) && !(step instanceof Step.Reject);
    return input instanceof IntentSubmitted submitted && !maySend ? submitted.withoutBody() : input;
  }

  private static Step step(OperationState state, OperationInput input, Gate gate) {
    return switch (input) {
      case IntentSubmitted submitted -> IntentRules.step(state, submitted);
      case ClaimRequested claim -> ClaimRules.step(state, claim, gate);
      case SendReported reported -> ReportRules.step(state, reported);
      case ReadbackReported seen -> ReadbackRules.step(state, seen);
      case ReviewSubmitted review -> ReviewRules.step(state, review);
      case TimerFired fired -> TimerRules.step(state, fired, gate);
      case HolderDied died -> TimerRules.step(state, died);
      case DestinationReopened reopened -> GateRules.step(state, reopened, gate);
      case IntervalsRestarted restarted ->
          new Step.Stay(Step.Remark.INTERVALS_RESTARTED, "running intervals start again in full");
    };
  }

  private static List<OperationEffect> effects(
      OperationState before, OperationEvent event, OperationState after, Gate gate) {
    List<OperationEffect> effects = new ArrayList<>(2);
    if (after instanceof Known known) {
      command(event.step(), known)
          .filter(e -> !(e instanceof OperationEffect.SendOffer && gate instanceof Gate.Held))
          .ifPresent(effects::add);
    }
    if (after instanceof Final && !(before instanceof Final)) {
      effects.add(new OperationEffect.PublishReceipt());
    }
    if (Questions.changed(before, after)) {
      effects.add(new OperationEffect.PublishEscalation());
    }
    GateRules.effect(before, event.input(), event.step(), after, gate).ifPresent(effects::add);
    return effects;
  }

  private static Optional<OperationEffect> command(Step step, Known after) {
    AttemptLog attempts = after.operation().attempts();
    return switch (step) {
      case Step.Offer offer when after instanceof Ready ready && ready.offered() ->
          Optional.of(new OperationEffect.SendOffer());
      case Step.SendOffer again -> Optional.of(new OperationEffect.SendOffer());
      case Step.GrantClaim grant ->
          attempts.current().map(h -> new OperationEffect.SendGrant(h.token(), h.claimId()));
      case Step.Ask ask -> Optional.of(readback(after));
      case Step.AskAside aside -> Optional.of(readback(after));
      case Step.Offer later -> Optional.empty();
      case Step.Stay stay -> Optional.empty();
      case Step.Notify notify -> Optional.empty();
      case Step.AskLater later -> Optional.empty();
      case Step.Escalate escalate -> Optional.empty();
      case Step.Verify verify -> Optional.empty();
      case Step.Reject reject -> Optional.empty();
      case Step.Resolve resolve -> Optional.empty();
      case Step.Forget forget -> Optional.empty();
    };
  }

  private static OperationEffect readback(Known after) {
    Operation op = after.operation();
    return new OperationEffect.SendReadback(op.attempts().token(), op.readbacks().lastNumber());
  }
}
