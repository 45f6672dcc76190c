package io.onefold.operation;

import io.onefold.operation.OperationInput.DestinationReopened;
import io.onefold.operation.OperationInput.ReadbackReported;
import io.onefold.operation.OperationInput.ReviewSubmitted;
import io.onefold.operation.OperationInput.SendReported;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Ready;
import io.onefold.operation.OperationState.Unresolved;
import io.onefold.operation.OperationState.Verified;
import io.onefold.operation.SendReport.Detail;
import java.util.Optional;

/** What an operation means for its destination: when it suspends it, and how a test of it ends. */
final class GateRules {
  private GateRules() {}

  /** What the control of the destination must be told. */
  static Optional<OperationEffect> effect(
      OperationState before, OperationInput input, Step step, OperationState after, Gate gate) {
    return switch (gate) {
      case Gate.Open open -> wrongAccess(before, input, step);
      case Gate.Test test ->
          atRest(after) && !atRest(before)
              ? Optional.of(new OperationEffect.EndTest(passed(after), ending(after)))
              : Optional.empty();
      // What is refused now was granted before the suspension, and says nothing new.
      case Gate.Held held -> wanted(input, step);
    };
  }

  private static Optional<OperationEffect> wrongAccess(
      OperationState before, OperationInput input, Step step) {
    if (!(before instanceof Known known) || known instanceof Final) {
      return Optional.empty();
    }
    return switch (input) {
      case SendReported reported when Absorption.isHolders(known.operation(), reported) ->
          refusal(reported.report()).or(() -> wrongAccount(step));
      case SendReported reported -> wrongAccount(step);
      case ReadbackReported seen -> wrongAccount(step);
      default -> Optional.empty();
    };
  }

  private static Optional<OperationEffect> refusal(SendReport report) {
    boolean access =
        report.detail() == Detail.AUTHORIZATION || report.detail() == Detail.IDENTITY_MISMATCH;
    if (report.result() != SendReport.Result.REFUSED || !access) {
      return Optional.empty();
    }
    Reason reason =
        report.detail() == Detail.AUTHORIZATION ? Reason.AUTHORIZATION : Reason.IDENTITY_MISMATCH;
    return Optional.of(new OperationEffect.SuspendDestination(reason, report.message()));
  }

  /** An effect was seen in another account than the contract's. */
  private static Optional<OperationEffect> wrongAccount(Step step) {
    return step instanceof Step.Escalate escalate
            && escalate.reason() == Reason.IDENTITY_MISMATCH
            && escalate.stage() == Reason.Stage.READBACK
        ? Optional.of(
            new OperationEffect.SuspendDestination(Reason.IDENTITY_MISMATCH, escalate.text()))
        : Optional.empty();
  }

  /** Whoever authorises a retry while the destination is suspended has decided about the test. */
  private static Optional<OperationEffect> wanted(OperationInput input, Step step) {
    return input instanceof ReviewSubmitted submitted
            && step instanceof Step.Offer offer
            && offer.why() == Step.Offer.Why.AUTHORISED
        ? Optional.of(
            new OperationEffect.WantTest(
                submitted.review().reviewer(), submitted.review().reason()))
        : Optional.empty();
  }

  private static boolean atRest(OperationState state) {
    return state instanceof Final || state instanceof Unresolved;
  }

  /** An effect that an attempt from before the test left behind says nothing of the access now. */
  private static boolean passed(OperationState after) {
    return after instanceof Verified verified && verified.operation().attempts().currentMayAct();
  }

  private static String ending(OperationState after) {
    if (after instanceof Unresolved open) {
      return "it is UNRESOLVED, %s: %s".formatted(open.concern().reason(), open.concern().text());
    }
    if (!(after instanceof Final end)) {
      throw new IllegalStateException("only what is at rest ends a test");
    }
    String why = end.ending().reason().map(r -> ", " + r + ": " + end.ending().text()).orElse("");
    return after instanceof Verified && !passed(after)
        ? "it is VERIFIED by an earlier attempt; none made for the test did anything"
        : "it is " + end.ending().outcome() + why;
  }

  /** The destination takes this operation again: what waited is offered at once. */
  static Step step(OperationState state, DestinationReopened reopened, Gate gate) {
    if (!(state instanceof Ready ready) || gate instanceof Gate.Held) {
      return new Step.Stay(Step.Remark.JOURNALLED, "nothing was held");
    }
    if (!ready.isDue(reopened.at())) {
      return new Step.Stay(Step.Remark.JOURNALLED, "its delay goes on");
    }
    return RetryRules.replayWindowPassed(ready.operation(), reopened.at())
        ? RetryRules.keyWindowPassed(ready.operation())
        : new Step.SendOffer();
  }
}
