package io.onefold.audit;

import io.onefold.schema.Approval;
import io.onefold.schema.ClaimReceived;
import io.onefold.schema.Conclusion;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.PolicySnapshot;
import io.onefold.schema.Receipt;
import io.onefold.schema.RenderedBody;
import io.onefold.schema.Review;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One operation as its journal tells of it, event by event: {@link #absorb} takes in what came,
 * {@link #follow} what the ledger concluded. Written from the rules of the protocol and not from
 * the ledger. Never fails: an event that cannot follow is for the rules to name.
 */
final class Fold {
  static final String ABSENT = "ABSENT";
  static final String READY = "READY";
  static final String CLAIMED = "CLAIMED";
  static final String COMMIT_UNKNOWN = "COMMIT_UNKNOWN";
  static final String UNRESOLVED = "UNRESOLVED";
  static final String FORGOTTEN = "FORGOTTEN";

  /** Stands for the rules of a destination that nobody knows. */
  private static final PolicySnapshot NO_RULES = new PolicySnapshot();

  final String id;
  String state = ABSENT;
  long sequence;

  /** Sequence of the newest event that changed the state or brought evidence. */
  long movedAt;

  @Nullable Intent intent;
  String payloadHash = "";
  @Nullable PolicySnapshot policy;
  @Nullable RenderedBody body;
  @Nullable Approval approval;
  boolean admitted;
  Attempts attempts = new Attempts();
  Knowledge known = Knowledge.NONE;
  Looks looks = Looks.NONE;

  /** Due times of the timers that run, of those that matter here. */
  Map<String, Long> timers = new HashMap<>(4);

  @Nullable Concern notice;

  /** For UNRESOLVED: what holds it. */
  @Nullable Concern question;

  /** What the newest event brought changed what is remembered. */
  boolean changed;

  /** The newest event is the first word of the holder of the current token. */
  boolean justReported;

  private boolean replaced;
  private @Nullable Receipt receipt;

  Fold(String id) {
    this.id = id;
  }

  PolicySnapshot rules() {
    return policy == null ? NO_RULES : policy;
  }

  static boolean isFinal(String state) {
    return state.equals("VERIFIED") || state.equals("REJECTED") || state.equals("RESOLVED");
  }

  boolean hasEnded() {
    return receipt != null;
  }

  /** The receipt of its end, but for the chain; empty while it has none. */
  Optional<Receipt> receipt() {
    return Optional.ofNullable(receipt);
  }

  /** True if an intent that comes now decides what is sent. */
  boolean takesContent() {
    return state.equals(ABSENT)
        || (state.equals(UNRESOLVED) && !admitted && !known.forbidsSending());
  }

  /** The question that is open: what holds the operation goes before a mere notice. */
  @Nullable Concern open() {
    return state.equals(UNRESOLVED) ? question : notice;
  }

  /** Takes in what came. */
  void absorb(OperationEvent event) {
    changed = false;
    justReported = false;
    replaced = false;
    if (state.equals(ABSENT)) {
      if (!event.getConclusion().getKind().equals("STAY")) {
        begin(event);
      }
    } else if (!hasEnded()) {
      Told.absorb(this, event);
    }
  }

  private void begin(OperationEvent event) {
    if (event.getInput() instanceof IntentSubmitted in) {
      take(in);
    } else {
      // Evidence of an operation whose intent the ledger never saw.
      state = COMMIT_UNKNOWN;
      Told.absorb(this, event);
      state = ABSENT;
    }
    changed = true;
  }

  /** From now on this is what is wanted. */
  void take(IntentSubmitted in) {
    intent = in.getIntent();
    payloadHash = in.getPayloadHash();
    policy = in.getPolicy();
    body = in.getBody();
    approval = in.getIntent().getApproval();
    attempts = new Attempts();
    known = Knowledge.NONE;
    looks = Looks.NONE;
    timers.clear();
    admitted = false;
    changed = true;
    replaced = true;
  }

  /** True if the newest event put another intent in the place of the one before. */
  boolean hasReplacedIntent() {
    return replaced;
  }

  /** Takes in what the ledger concluded. */
  void follow(OperationEvent event) {
    Conclusion c = event.getConclusion();
    long at = event.getAtMs();
    boolean wasKnown = !state.equals(ABSENT) && !state.equals(FORGOTTEN);
    switch (c.getKind()) {
      case "STAY" -> {
        if (c.getWhy().equals("NOTICE_CLOSED")) {
          notice = null;
        }
      }
      case "NOTIFY" ->
          notice =
              new Concern(
                  c.getWhy(), Concern.stageOf(c.getWhy()), c.getText(), at, event.getSequence());
      case "OFFER" -> offered(event);
      case "SEND_OFFER" -> {
        state = READY;
        timers.put("OFFER", at + rules().getOfferEveryMs());
      }
      case "GRANT_CLAIM" -> granted(event);
      case "ASK" -> {
        looks = looks.asked(attempts.token(), at);
        asking();
      }
      case "ASK_ASIDE" -> looks = looks.asked(attempts.token(), at);
      case "ASK_LATER" -> asking();
      case "ESCALATE" -> escalated(event);
      case "VERIFY", "REJECT", "RESOLVE" -> ended(event);
      case "FORGET" -> state = FORGOTTEN;
      default -> {}
    }
    sequence = event.getSequence();
    boolean moved = !c.getKind().equals("STAY") && !c.getKind().equals("NOTIFY");
    if ((moved || changed) && (wasKnown || !state.equals(ABSENT)) && !state.equals(FORGOTTEN)) {
      movedAt = sequence;
    }
  }

  private void offered(OperationEvent event) {
    String why = event.getConclusion().getWhy();
    if (event.getInput() instanceof Review review && review.getAction().equals("APPROVE")) {
      approval =
          new Approval(
              "review", "APPROVED", review.getReviewer(), review.getReviewedAtMs(), payloadHash);
    }
    admitted = true;
    if (why.equals("PROVED_ABSENT") || why.equals("AUTHORISED")) {
      attempts.cleared();
    }
    attempts.next(why.equals("SAFE_REPLAY"));
    known = known.forNextAttempt();
    looks = looks.unsettled();
    timers.clear();
    Long from = event.getConclusion().getAtMs();
    boolean now = from == null || from <= event.getAtMs();
    timers.put("OFFER", now ? event.getAtMs() + rules().getOfferEveryMs() : from);
    Long expires = intent == null ? null : intent.getExpiresAtMs();
    if (expires != null) {
      timers.put("EXPIRY", expires);
    }
    state = READY;
  }

  private void granted(OperationEvent event) {
    Long until = event.getConclusion().getAtMs();
    long untilMs = until == null ? event.getAtMs() + rules().getLeaseMs() : until;
    if (event.getInput() instanceof ClaimReceived in) {
      attempts.granted(in, event.getAtMs(), untilMs);
    }
    looks = looks.unsettled();
    timers.clear();
    timers.put("LEASE", untilMs);
    state = CLAIMED;
  }

  /** The due times of the next readback and of the deadline do not matter here. */
  private void asking() {
    timers.keySet().retainAll(java.util.Set.of("SETTLE"));
    state = COMMIT_UNKNOWN;
  }

  private void escalated(OperationEvent event) {
    Conclusion c = event.getConclusion();
    timers.keySet().retainAll(java.util.Set.of("SETTLE", "LEASE"));
    if (attempts.earlierUnknown() && !looks.settled() && timers.isEmpty()) {
      timers.put("SETTLE", Told.endOfAttempt(this, event.getAtMs()) + rules().getSettleMs());
    }
    String stage = c.getStage() == null ? "" : c.getStage();
    question = new Concern(c.getWhy(), stage, c.getText(), event.getAtMs(), event.getSequence());
    if (notice != null && notice.openedBy() == event.getSequence()) {
      notice = null;
    }
    state = UNRESOLVED;
  }

  private void ended(OperationEvent event) {
    state =
        switch (event.getConclusion().getKind()) {
          case "VERIFY" -> "VERIFIED";
          case "REJECT" -> "REJECTED";
          default -> "RESOLVED";
        };
    if (receipt == null) {
      receipt = Answers.receipt(this, event);
    }
    timers.clear();
    timers.put("FORGET", event.getAtMs() + rules().getDedupeWindowMs());
  }
}
