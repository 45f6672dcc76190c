package io.onefold.operation;

import io.onefold.operation.OperationInput.ReadbackReported;
import io.onefold.operation.OperationInput.SendReported;
import java.util.List;
import java.util.Optional;

/** Steps and effects in the short words of the decision table. */
final class Described {
  private Described() {}

  static String step(Step step) {
    return switch (step) {
      case Step.Stay stay -> "STAY " + stay.remark();
      case Step.Notify notify -> "NOTIFY " + notify.reason();
      case Step.Offer offer -> "OFFER " + offer.why();
      case Step.SendOffer again -> "SEND_OFFER";
      case Step.GrantClaim grant -> "GRANT";
      case Step.Ask ask -> "ASK";
      case Step.AskAside aside -> "ASK_ASIDE";
      case Step.AskLater later -> "ASK_LATER";
      case Step.Escalate escalate -> "ESCALATE " + escalate.reason();
      case Step.Verify verify -> "VERIFY " + verify.evidence();
      case Step.Reject reject -> "REJECT " + reject.reason();
      case Step.Resolve resolve -> "RESOLVE " + resolve.outcome();
      case Step.Forget forget -> "FORGET";
    };
  }

  static List<String> effects(Decision decision) {
    return decision.effects().stream().map(Described::effect).toList();
  }

  static String effect(OperationEffect effect) {
    return switch (effect) {
      case OperationEffect.SendOffer offer -> "send";
      case OperationEffect.SendGrant grant -> "grant";
      case OperationEffect.SendReadback readback -> "readback";
      case OperationEffect.PublishReceipt receipt -> "receipt";
      case OperationEffect.PublishEscalation escalation -> "escalation";
      case OperationEffect.SuspendDestination refused -> "suspend";
      case OperationEffect.EndTest ended -> ended.passed() ? "passed" : "failed";
      case OperationEffect.WantTest wanted -> "want-test";
    };
  }

  /** The reason that a finding of this kind must lead to, by the protocol. */
  static String concern(OperationInput input) {
    Optional<Observation> seen =
        switch (input) {
          case ReadbackReported reported -> Optional.of(reported.observation());
          case SendReported reported -> reported.report().readback();
          default -> Optional.empty();
        };
    return seen.map(
            s ->
                switch (s.kind()) {
                  case MANY -> "DUPLICATE_EFFECTS";
                  case MISMATCH -> "CONTENT_MISMATCH";
                  case WRONG_ACCOUNT -> "IDENTITY_MISMATCH";
                  case REMOVED -> "REMOTE_REMOVED";
                  case PARTIAL -> "PARTIAL_EFFECT";
                  default -> "none";
                })
        .orElse("none");
  }
}
