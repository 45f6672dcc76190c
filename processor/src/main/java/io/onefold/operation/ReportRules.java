package io.onefold.operation;

import io.onefold.operation.OperationInput.SendReported;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Claimed;
import io.onefold.operation.OperationState.CommitUnknown;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Ready;
import io.onefold.operation.OperationState.Unresolved;
import java.time.Duration;
import java.util.Optional;

/** Endings of attempts, of every kind, in time and late. */
final class ReportRules {
  private ReportRules() {}

  static Step step(OperationState state, SendReported reported) {
    SendReport report = reported.report();
    return switch (state) {
      case Absent absent ->
          positive(report)
              ? new Step.Escalate(
                  Reason.STATE_GAP,
                  Reason.STATE_GAP.stage(),
                  "an effect was reported, but no intent is known")
              : journalled("no such operation");
      case Forgotten forgotten -> afterTheEnd(forgotten.outcome(), forgotten.providerId(), report);
      case Final end -> afterTheEnd(end.ending().outcome(), end.ending().providerId(), report);
      case Known known -> running(known, Absorption.absorb(known, reported), reported);
    };
  }

  private static boolean positive(SendReport report) {
    return report.result() == SendReport.Result.ACCEPTED
        || report.result() == SendReport.Result.ACCEPTED_LATER
        || report.readback().filter(seen -> seen.result() == Observation.Result.FOUND).isPresent();
  }

  private static Step afterTheEnd(
      Ending.Outcome outcome, Optional<String> known, SendReport report) {
    if (!positive(report)) {
      return journalled("a late report");
    }
    Optional<Observation> found =
        report.readback().filter(seen -> seen.result() == Observation.Result.FOUND);
    Optional<String> told =
        report.evidence().providerId().or(() -> found.flatMap(Observation::providerId));
    Step said =
        ReadbackRules.contradiction(outcome, known, told, "a late report says that it was done");
    return found.isPresent() && said instanceof Step.Stay
        ? ReadbackRules.afterTheEnd(outcome, known, found.get())
        : said;
  }

  private static Step running(Known before, Operation op, SendReported reported) {
    SendReport report = reported.report();
    boolean byHolder = Absorption.isHolders(before.operation(), reported);
    Optional<Observation> found =
        report.readback().filter(seen -> seen.result() == Observation.Result.FOUND);
    if (found.isPresent()) {
      // The holder that found something is over; while another one acts, a finding may not close.
      boolean nobodyActs = byHolder || !(before instanceof Claimed);
      return ReadbackRules.found(before, op, found.get(), nobodyActs);
    }
    return switch (report.result()) {
      case ACCEPTED, ACCEPTED_LATER -> accepted(before, op, reported, byHolder);
      case UNKNOWN, REFUSED, DEFERRED, NOT_SENT -> {
        if (!byHolder) {
          yield journalled("not from the holder of token " + op.attempts().token());
        }
        if (before instanceof Unresolved) {
          yield new Step.Stay(Step.Remark.ATTEMPT_OVER, "the attempt is over: " + report.result());
        }
        yield ended(op, reported);
      }
    };
  }

  private static Step accepted(
      Known before, Operation op, SendReported reported, boolean byHolder) {
    return switch (before) {
      case Claimed claimed when !byHolder ->
          new Step.Stay(
              Step.Remark.EVIDENCE_KEPT, "an earlier attempt was accepted; nothing is sent again");
      case Unresolved unresolved ->
          op.admitted() && op.rules().hasReadback()
              ? new Step.AskAside()
              : new Step.Stay(Step.Remark.EVIDENCE_KEPT, "accepted by the destination");
      case Claimed claimed -> readBackOrClose(op, reported);
      case CommitUnknown unknown -> readBackOrClose(op, reported);
      case Ready ready -> readBackOrClose(op, reported);
      case Final end -> throw new IllegalStateException("final states are handled before");
    };
  }

  private static Step readBackOrClose(Operation op, SendReported reported) {
    SendReport report = reported.report();
    if (op.rules().hasReadback()) {
      return report
          .readback()
          .map(seen -> ReadbackRules.nothingYet(op, seen, reported.token(), 0, reported.at()))
          .orElseGet(Step.Ask::new);
    }
    boolean closes =
        op.rules().providerAckCloses() && report.result() == SendReport.Result.ACCEPTED;
    return closes
        ? new Step.Verify(Ending.Level.PROVIDER_ACK)
        : RetryRules.escalate(
            Reason.NO_READBACK,
            "accepted by the destination, which cannot be asked whether it is there");
  }

  private static Step ended(Operation op, SendReported reported) {
    SendReport report = reported.report();
    return switch (report.result()) {
      case UNKNOWN -> unknown(op, reported);
      case DEFERRED, NOT_SENT -> notCommitted(op, reported);
      case REFUSED -> refused(op, report);
      case ACCEPTED, ACCEPTED_LATER ->
          throw new IllegalStateException("acceptances are handled before");
    };
  }

  private static Step unknown(Operation op, SendReported reported) {
    if (!op.rules().hasReadback()) {
      return RetryRules.nothingToAsk(op, reported.at());
    }
    return reported.report().detail() == SendReport.Detail.KEY_IN_FLIGHT
        ? new Step.AskLater(Backoff.dispatchAt(op, reported.at(), Duration.ZERO))
        : new Step.Ask();
  }

  private static Step notCommitted(Operation op, SendReported reported) {
    Duration atLeast = reported.report().retryAfter().orElse(Duration.ZERO);
    if (!op.attempts().earlierUnknown() || op.knowledge().forbidsSending()) {
      return RetryRules.retry(op, Step.Offer.Why.NOT_COMMITTED, reported.at(), atLeast);
    }
    // This attempt did nothing, but an earlier one still may: only the key allows another try.
    if (RetryRules.mayReplay(op, reported.at().plus(atLeast))) {
      return new Step.Offer(
          Step.Offer.Why.SAFE_REPLAY, Backoff.dispatchAt(op, reported.at(), atLeast));
    }
    return op.rules().hasReadback() ? new Step.Ask() : RetryRules.noMoreReplays(op, reported.at());
  }

  private static Step refused(Operation op, SendReport report) {
    boolean access =
        report.detail() == SendReport.Detail.AUTHORIZATION
            || report.detail() == SendReport.Detail.IDENTITY_MISMATCH;
    if (access) {
      Reason reason =
          report.detail() == SendReport.Detail.AUTHORIZATION
              ? Reason.AUTHORIZATION
              : Reason.IDENTITY_MISMATCH;
      return new Step.Escalate(reason, Reason.Stage.PROVIDER_AUTHORIZATION, report.message());
    }
    if (op.knowledge().forbidsSending()) {
      return RetryRules.escalate(
          Reason.CONTRADICTING_EVIDENCE,
          "refused, but an effect was reported before: " + report.message());
    }
    if (op.rules().hasReadback()) {
      return new Step.Ask();
    }
    return op.attempts().earlierUnknown()
        ? RetryRules.escalate(
            Reason.NO_READBACK,
            "refused, but an earlier attempt may have had its effect: " + report.message())
        : new Step.Reject(Reason.REJECTED_BY_DESTINATION, report.message());
  }

  private static Step journalled(String text) {
    return new Step.Stay(Step.Remark.JOURNALLED, text);
  }
}
