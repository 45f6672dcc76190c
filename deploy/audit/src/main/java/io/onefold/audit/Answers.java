package io.onefold.audit;

import io.onefold.schema.AllowedDecision;
import io.onefold.schema.DestinationRef;
import io.onefold.schema.Escalation;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.Receipt;
import io.onefold.schema.RenderedBody;
import io.onefold.schema.Review;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The receipt and the escalations that the journal of an operation leads to, field by field. */
final class Answers {
  private Answers() {}

  /** The receipt of the end that this event brings, but for its chain. */
  static Receipt receipt(Fold op, OperationEvent event) {
    String kind = event.getConclusion().getKind();
    String why = event.getConclusion().getWhy();
    Review review = event.getInput() instanceof Review decided ? decided : null;
    boolean verified = kind.equals("VERIFY");
    boolean rejected = kind.equals("REJECT");
    Receipt receipt = new Receipt();
    receipt.setOperationId(op.id);
    receipt.setOutcome(verified ? "VERIFIED" : rejected ? "REJECTED" : "RESOLVED");
    receipt.setResolution(
        verified || rejected ? null : why.startsWith("RESOLVED_") ? why.substring(9) : why);
    receipt.setReason(rejected ? why : null);
    receipt.setMessage(rejected ? event.getConclusion().getText() : "");
    receipt.setPayloadHash(op.payloadHash);
    ReadbackObservation seen = verified ? op.known.found() : op.looks.newest().orElse(null);
    receipt.setReadback(seen);
    receipt.setObservedHash(seen == null ? null : seen.getObservedHash());
    receipt.setNormalisers(seen == null ? List.of() : seen.getNormalisers());
    receipt.setDestination(destination(op));
    if (!rejected) {
      String idByReview = verified || review == null ? null : review.getProviderId();
      String urlByReview = verified || review == null ? null : review.getPublicUrl();
      receipt.setProviderId(idByReview == null ? op.known.providerId() : idByReview);
      receipt.setPublicUrl(urlByReview == null ? op.known.publicUrl() : urlByReview);
    }
    receipt.setOwner(op.intent == null ? null : op.intent.getOwner());
    receipt.setPolicyDecision(op.approval);
    receipt.setEvidence(verified ? why : rejected && review == null ? "REFUSAL" : "REVIEWER");
    receipt.setAttempts(op.attempts.kept());
    if (!verified && review != null) {
      receipt.setReviewer(review.getReviewer());
      receipt.setReviewReason(review.getReason());
    }
    receipt.setIssuedAtMs(event.getAtMs());
    receipt.setJournalSequence(event.getSequence());
    receipt.setChain("");
    RenderedBody body = op.body;
    receipt.setBodyHash(body == null ? null : body.getHash());
    return receipt;
  }

  private static DestinationRef destination(Fold op) {
    if (op.intent == null) {
      return new DestinationRef("", "", "", "");
    }
    return new DestinationRef(
        op.intent.getDestination(),
        op.policy == null ? "" : op.policy.getConnector(),
        op.intent.getAccount(),
        op.intent.getEnvironment());
  }

  /** The question that is open after an event. */
  static Escalation open(Fold op, Concern concern) {
    Escalation open = about(op, concern);
    open.setStatus("OPEN");
    open.setDecisions(decisions(op));
    return open;
  }

  /** That a question is answered. */
  static Escalation closed(Fold op, Concern before, OperationEvent event) {
    Escalation closed = about(op, before);
    closed.setStatus("CLOSED");
    closed.setDecisions(List.of());
    closed.setClosedAtMs(event.getAtMs());
    closed.setClosedBy(
        event.getInput() instanceof Review review ? review.getReviewer() : "became " + op.state);
    return closed;
  }

  private static Escalation about(Fold op, Concern concern) {
    Escalation about = new Escalation();
    about.setOperationId(op.id);
    about.setEscalationId(op.id + "#" + concern.openedBy());
    about.setReason(concern.reason());
    about.setFirstBrokenStage(concern.stage());
    about.setKnown(concern.text());
    about.setState(op.state);
    about.setOpenedAtMs(concern.openedAtMs());
    about.setSequence(op.sequence);
    about.setPayloadHash(op.payloadHash);
    if (op.state.equals(Fold.FORGOTTEN)) {
      String id = op.intent == null ? "" : op.intent.getDestination();
      about.setDestination(new DestinationRef(id, "", "", ""));
      about.setAttempts(List.of());
    } else {
      about.setDestination(destination(op));
      about.setAttempts(op.attempts.kept());
      about.setOwner(op.intent == null ? null : op.intent.getOwner());
    }
    return about;
  }

  private static List<AllowedDecision> decisions(Fold op) {
    List<AllowedDecision> allowed = new ArrayList<>(4);
    switch (op.state) {
      case Fold.UNRESOLVED -> whileUnresolved(op, op.question, allowed);
      case Fold.READY -> {
        if (op.attempts.neverGranted()) {
          allow(allowed, "CANCEL", "ends it as REJECTED; nothing was sent");
        }
      }
      case Fold.COMMIT_UNKNOWN -> allow(allowed, "RECHECK", "asks the destination at once");
      default -> {}
    }
    if (op.notice != null) {
      allow(allowed, "ACKNOWLEDGE", "closes the notice; the operation stays as it is");
    }
    return allowed;
  }

  private static void whileUnresolved(
      Fold op, @Nullable Concern question, List<AllowedDecision> allowed) {
    String reason = question == null ? "" : question.reason();
    boolean notDone = Grounds.allowsNotDone(op);
    if (!op.admitted) {
      if (reason.equals("MISSING_APPROVAL") && !op.known.forbidsSending()) {
        allow(allowed, "APPROVE", "approves exactly this payload and sends it");
      }
    } else if (notDone && !reason.equals("EXPIRED")) {
      boolean spent = op.attempts.spent() >= op.rules().getMaxAttempts();
      allow(
          allowed,
          "AUTHORISE_RETRY",
          spent ? "sends it once more; needs force, the budget is spent" : "sends it once more");
    }
    if (op.admitted && !op.attempts.neverGranted() && op.rules().getHasReadback()) {
      allow(allowed, "RECHECK", "asks the destination again");
    }
    allow(allowed, "CONFIRM_DONE", "ends it as RESOLVED: done, on the reviewer's word");
    allow(
        allowed,
        "CONFIRM_NOT_DONE",
        notDone
            ? "ends it as RESOLVED: not done"
            : "ends it as RESOLVED: outcome unknown, because an effect may still exist or appear");
  }

  private static void allow(List<AllowedDecision> allowed, String action, String consequence) {
    allowed.add(new AllowedDecision(action, consequence));
  }
}
