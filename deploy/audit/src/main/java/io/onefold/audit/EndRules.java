package io.onefold.audit;

import io.onefold.schema.Approval;
import io.onefold.schema.Conclusion;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.Receipt;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Review;
import io.onefold.schema.SendReported;
import java.util.Optional;

/** Whether an operation could end as it did, and what came after. */
final class EndRules {
  private final OperationFindings findings;

  EndRules(OperationFindings findings) {
    this.findings = findings;
  }

  void verify(Fold op, Located<OperationEvent> located) {
    OperationEvent event = located.what();
    ReadbackObservation seen = EventRules.observation(event);
    String where = "event %d closes it as VERIFIED".formatted(event.getSequence());
    if (op.known.many()) {
      findings.add(
          Rule.VERIFIED_DESPITE_MANY, located.at(), where + ", although several were told of");
    }
    if (!Grounds.isOnTheAccount(op)) {
      findings.add(
          Rule.WRONG_ACCOUNT,
          located.at(),
          "destination.account",
          op.rules().getAccount(),
          op.intent == null ? "nothing" : op.intent.getAccount(),
          where + " for another account than the contract's");
    }
    if (event.getConclusion().getWhy().equals("PROVIDER_ACK")) {
      boolean acknowledged =
          op.rules().getProviderAckCloses()
              && !op.rules().getHasReadback()
              && event.getInput() instanceof ReportReceived in
              && in.getReport().getResult().equals("ACCEPTED");
      if (!acknowledged) {
        without(located, where, "an acknowledgement that the contract lets close it", seen);
      }
    } else if (seen == null || !seen.getResult().equals("FOUND")) {
      without(located, where, "a readback that found it", seen);
    } else {
      found(located, where, seen);
    }
  }

  private void without(
      Located<OperationEvent> located,
      String where,
      String expected,
      @org.jspecify.annotations.Nullable ReadbackObservation seen) {
    findings.add(
        Rule.VERIFIED_WITHOUT_FOUND,
        located.at(),
        "input",
        expected,
        seen == null
            ? located.what().getInput().getClass().getSimpleName()
            : seen.getResult() + " " + seen.getDetail(),
        where + " without " + expected);
  }

  private void found(Located<OperationEvent> located, String where, ReadbackObservation seen) {
    Optional<Rule> broken =
        switch (seen.getDetail()) {
          case "MATCH", "NORMALISED" -> Optional.empty();
          case "WRONG_ACCOUNT" -> Optional.of(Rule.WRONG_ACCOUNT);
          case "MANY" -> Optional.of(Rule.VERIFIED_DESPITE_MANY);
          default -> Optional.of(Rule.CONTENT_DIFFERS);
        };
    broken.ifPresent(
        rule ->
            findings.add(
                rule,
                located.at(),
                "input.observation.detail",
                "MATCH or NORMALISED",
                seen.getDetail(),
                where + " on a readback that showed " + seen.getDetail()));
  }

  void reject(Fold op, Located<OperationEvent> located) {
    OperationEvent event = located.what();
    Conclusion c = event.getConclusion();
    Approval approval = op.intent == null ? null : op.intent.getApproval();
    Long expires = op.intent == null ? null : op.intent.getExpiresAtMs();
    boolean allowed =
        switch (c.getWhy()) {
          case "APPROVAL_DENIED" -> approval != null && approval.getDecision().equals("DENIED");
          case "EXPIRED" ->
              expires != null && expires <= event.getAtMs() && op.attempts.neverGranted();
          case "CANCELLED" ->
              event.getInput() instanceof Review review
                  && review.getAction().equals("CANCEL")
                  && op.attempts.neverGranted();
          case "REJECTED_BY_DESTINATION" -> op.known.refused() && !op.known.forbidsSending();
          case "ASYNC_FAILED" -> {
            ReadbackObservation seen = EventRules.observation(event);
            yield seen != null && seen.getDetail().equals("JOB_FAILED");
          }
          default -> false;
        };
    String where = "event %d rejects it as %s".formatted(event.getSequence(), c.getWhy());
    if (!allowed) {
      findings.add(
          Rule.END_NOT_JUSTIFIED,
          located.at(),
          "conclusion.why",
          "evidence for " + c.getWhy(),
          event.getInput().getClass().getSimpleName(),
          where + ", and nothing in the journal says so");
    }
    boolean asked =
        event.getInput() instanceof ReadbackReported in
            && (Grounds.showsNothing(op, in.getToken(), in.getNumber(), in.getObservation())
                || in.getObservation().getDetail().equals("NOTHING_TO_ASK"));
    boolean canAsk = op.rules().getHasReadback() && !op.attempts.neverGranted();
    if (c.getWhy().equals("REJECTED_BY_DESTINATION") && canAsk && !asked) {
      findings.add(
          Rule.UNKNOWN_NOT_ASKED,
          located.at(),
          where + ", and no readback after the refusal showed nothing");
    }
  }

  void resolve(Fold op, Located<OperationEvent> located) {
    OperationEvent event = located.what();
    String why = event.getConclusion().getWhy();
    String action = event.getInput() instanceof Review review ? review.getAction() : "nobody";
    boolean allowed =
        switch (why) {
          case "RESOLVED_DONE" -> action.equals("CONFIRM_DONE");
          case "RESOLVED_NOT_DONE" ->
              action.equals("CONFIRM_NOT_DONE") && Grounds.allowsNotDone(op);
          case "RESOLVED_UNKNOWN" ->
              action.equals("CONFIRM_NOT_DONE") && !Grounds.allowsNotDone(op);
          default -> false;
        };
    if (!allowed) {
      findings.add(
          Rule.END_NOT_JUSTIFIED,
          located.at(),
          "conclusion.why",
          "a decision that allows " + why,
          action,
          "event %d ends it as %s on %s, which does not allow that"
              .formatted(event.getSequence(), why, action));
    }
  }

  void afterTheEnd(Fold op, Located<OperationEvent> located) {
    OperationEvent event = located.what();
    String kind = event.getConclusion().getKind();
    switch (kind) {
      case "OFFER", "SEND_OFFER", "GRANT_CLAIM" ->
          findings.add(
              Rule.SEND_AFTER_END,
              located.at(),
              "event %d concludes %s, although it has ended as %s"
                  .formatted(event.getSequence(), kind, op.state));
      case "STAY", "ASK_ASIDE" -> hidden(op, located);
      case "NOTIFY", "FORGET" -> {}
      default ->
          findings.add(
              Rule.END_CHANGED,
              located.at(),
              "event %d concludes %s, although it has ended as %s"
                  .formatted(event.getSequence(), kind, op.state));
    }
  }

  /**
   * Evidence of an effect that the receipt does not speak of is something that people must know.
   */
  private void hidden(Fold op, Located<OperationEvent> located) {
    Optional<String> told = effect(located.what());
    Optional<Receipt> receipt = op.receipt();
    if (told.isEmpty() || receipt.isEmpty()) {
      return;
    }
    boolean done =
        receipt.get().getOutcome().equals("VERIFIED")
            || "DONE".equals(receipt.get().getResolution());
    String known = receipt.get().getProviderId();
    boolean same = known == null || told.get().isEmpty() || told.get().equals(known);
    if (!done || !same) {
      findings.add(
          Rule.CONTRADICTION_HIDDEN,
          located.at(),
          "conclusion.kind",
          "NOTIFY",
          located.what().getConclusion().getKind(),
          "event %d tells of an effect '%s' after the end, and nobody was asked"
              .formatted(located.what().getSequence(), told.get()));
    }
  }

  /** The identifier of the effect that an input tells of; blank if it names none. */
  private static Optional<String> effect(OperationEvent event) {
    ReadbackObservation seen = EventRules.observation(event);
    if (event.getInput() instanceof ReportReceived in && isAcceptance(in.getReport())) {
      String id = in.getReport().getEvidence().getProviderId();
      if (id != null) {
        return Optional.of(id);
      }
      if (seen == null || !seen.getResult().equals("FOUND")) {
        return Optional.of("");
      }
    }
    return seen != null && seen.getResult().equals("FOUND")
        ? Optional.of(seen.getProviderId() == null ? "" : seen.getProviderId())
        : Optional.empty();
  }

  private static boolean isAcceptance(SendReported report) {
    return report.getResult().equals("ACCEPTED") || report.getResult().equals("ACCEPTED_LATER");
  }
}
