package io.onefold.audit;

import io.onefold.schema.ClaimReceived;
import io.onefold.schema.Conclusion;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.RenderedBody;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Review;
import io.onefold.schema.TimerFired;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Whether the ledger could conclude what it did from what its journal held. For one operation. */
final class EventRules {
  private final OperationFindings findings;
  private final Lives lives;
  private final EndRules ends;
  private boolean ended;
  private int tokenBefore;
  private @Nullable Long due;
  private boolean reviewed;

  EventRules(OperationFindings findings, Lives lives) {
    this.findings = findings;
    this.lives = lives;
    this.ends = new EndRules(findings);
  }

  /** Before an event is taken in. */
  void before(Fold op, Located<OperationEvent> event) {
    ended = op.hasEnded();
    tokenBefore = op.attempts.token();
    due = event.what().getInput() instanceof TimerFired in ? op.timers.get(in.getTimer()) : null;
    reviewed =
        event.what().getInput() instanceof Review review
            && !Grounds.isCurrent(op, event.what(), review);
  }

  /** When its input was taken in, and its conclusion was not. */
  void absorbed(Fold op, Located<OperationEvent> located) {
    OperationEvent event = located.what();
    Conclusion c = event.getConclusion();
    if (event.getInput() instanceof IntentSubmitted in) {
      body(located.at(), in.getBody());
    }
    conclusion(located);
    if (ended) {
      ends.afterTheEnd(op, located);
      return;
    }
    if (reviewed && !c.getKind().equals("STAY")) {
      findings.add(
          Rule.REVIEW_STALE,
          located.at(),
          "sequence",
          op.movedAt + " or more",
          Long.toString(((Review) event.getInput()).getSequence()),
          "event %d obeys a decision that was made before event %d changed what was known"
              .formatted(event.getSequence(), op.movedAt));
    }
    timer(located);
    switch (c.getKind()) {
      case "OFFER" -> offer(op, located);
      case "SEND_OFFER" -> {
        notAfterEvidence(op, located);
        from(op, located, Fold.READY);
      }
      case "GRANT_CLAIM" -> grant(op, located);
      case "VERIFY" -> ends.verify(op, located);
      case "REJECT" -> ends.reject(op, located);
      case "RESOLVE" -> {
        from(op, located, Fold.UNRESOLVED);
        ends.resolve(op, located);
      }
      default -> {}
    }
  }

  /** When it was followed. */
  void followed(Fold op, Located<OperationEvent> located) {
    OperationEvent event = located.what();
    if (!event.getStateAfter().equals(op.state)) {
      findings.add(
          ended ? Rule.END_CHANGED : Rule.STATE_JUMP,
          located.at(),
          "stateAfter",
          op.state,
          event.getStateAfter(),
          "event %d concludes %s in %s, which leads to %s and not to %s"
              .formatted(
                  event.getSequence(),
                  event.getConclusion().getKind(),
                  event.getStateBefore(),
                  op.state,
                  event.getStateAfter()));
    }
    boolean none = op.state.equals(Fold.ABSENT) || op.state.equals(Fold.FORGOTTEN);
    int token = none ? 0 : op.attempts.token();
    if (event.getToken() != token) {
      findings.add(
          Rule.TOKEN_JUMP,
          located.at(),
          "token",
          Integer.toString(token),
          Integer.toString(event.getToken()),
          "event %d has token %d after token %d"
              .formatted(event.getSequence(), event.getToken(), tokenBefore));
    }
  }

  private void conclusion(Located<OperationEvent> located) {
    OperationEvent event = located.what();
    String kind = event.getConclusion().getKind();
    Set<String> allowed = Conclusions.of(event.getInput(), event.getStateBefore());
    if (!Conclusions.KINDS.contains(kind)) {
      findings.add(
          Rule.UNREADABLE_RECORD,
          located.at(),
          "conclusion.kind",
          String.join(", ", new TreeSet<>(Conclusions.KINDS)),
          Differences.show(kind),
          "event %d concludes '%s', which no version of the ledger does"
              .formatted(event.getSequence(), kind));
    } else if (!allowed.contains(kind)) {
      findings.add(
          Rule.STATE_JUMP,
          located.at(),
          "conclusion.kind",
          String.join(", ", new TreeSet<>(allowed)),
          kind,
          "event %d concludes %s from a %s in %s, from which that never follows"
              .formatted(
                  event.getSequence(),
                  kind,
                  event.getInput().getClass().getSimpleName(),
                  event.getStateBefore()));
    }
  }

  private void body(TopicRecord at, @Nullable RenderedBody body) {
    if (body != null && !Hashes.of(body.getContent()).equals(body.getHash())) {
      findings.add(
          Rule.BODY_DIFFERS,
          at,
          "input.body.hash",
          Hashes.of(body.getContent()),
          body.getHash(),
          "the rendered body has another hash than the one beside it");
    }
  }

  private void from(Fold op, Located<OperationEvent> located, String state) {
    if (!op.state.equals(state)) {
      OperationEvent event = located.what();
      findings.add(
          Rule.STATE_JUMP,
          located.at(),
          "stateBefore",
          state,
          op.state,
          "event %d concludes %s in %s; it can only in %s"
              .formatted(event.getSequence(), event.getConclusion().getKind(), op.state, state));
    }
  }

  private void timer(Located<OperationEvent> located) {
    OperationEvent event = located.what();
    boolean nothingWaited =
        event.getConclusion().getKind().equals("STAY")
            && event.getConclusion().getWhy().equals("JOURNALLED");
    if (!(event.getInput() instanceof TimerFired in) || nothingWaited) {
      return;
    }
    boolean interval = in.getTimer().equals("LEASE") || in.getTimer().equals("SETTLE");
    boolean early = due == null ? interval : due > event.getAtMs();
    if (early && (interval || in.getTimer().equals("EXPIRY"))) {
      findings.add(
          Rule.INTERVAL_TOO_SHORT,
          located.at(),
          "atMs",
          due == null ? "nothing to wait for" : due + " or later",
          Long.toString(event.getAtMs()),
          "event %d ends the time called %s of token %d before it was over"
              .formatted(event.getSequence(), in.getTimer(), in.getToken()));
    }
  }

  private void notAfterEvidence(Fold op, Located<OperationEvent> located) {
    if (op.known.forbidsSending()) {
      findings.add(
          Rule.SEND_AFTER_EVIDENCE,
          located.at(),
          "event %d concludes %s, although an effect had been told of"
              .formatted(located.what().getSequence(), located.what().getConclusion().getKind()));
    }
  }

  private void offer(Fold op, Located<OperationEvent> located) {
    OperationEvent event = located.what();
    String where = "event %d brings token %d".formatted(event.getSequence(), event.getToken());
    notAfterEvidence(op, located);
    int token = op.attempts.token();
    if (token == 0 && !Grounds.isOnTheAccount(op)) {
      Intent intent = op.intent;
      findings.add(
          Rule.WRONG_ACCOUNT,
          located.at(),
          "input.intent.account",
          op.rules().getAccount() + " in " + op.rules().getEnvironment(),
          intent == null ? "nothing" : intent.getAccount() + " in " + intent.getEnvironment(),
          where + ", but the intent is for another account than the contract");
    } else if (!Grounds.allowToken(op, event) && !reviewed) {
      findings.add(
          Rule.TOKEN_NOT_JUSTIFIED,
          located.at(),
          "conclusion.why",
          "evidence that allows another attempt",
          event.getConclusion().getWhy(),
          "%s as %s, but nothing in the journal allows it"
              .formatted(where, event.getConclusion().getWhy()));
    }
    int most = op.rules().getMaxAttempts();
    boolean forced = event.getInput() instanceof Review review && review.getForce();
    if (token > 0 && op.attempts.spent() >= most && !forced) {
      findings.add(
          Rule.BUDGET_EXCEEDED,
          located.at(),
          "token",
          most + " attempts",
          op.attempts.spent() + " spent",
          where + ", but all attempts are spent");
    }
    Long earliest = op.intent == null ? null : op.intent.getNotBeforeMs();
    Long from = event.getConclusion().getAtMs();
    if (token == 0 && earliest != null && (from == null || from < earliest)) {
      findings.add(
          Rule.SENT_TOO_EARLY,
          located.at(),
          "conclusion.atMs",
          earliest + " or later",
          String.valueOf(from),
          where + " before the time that the intent names");
    }
  }

  private void grant(Fold op, Located<OperationEvent> located) {
    OperationEvent event = located.what();
    notAfterEvidence(op, located);
    String where = "event %d grants token %d".formatted(event.getSequence(), op.attempts.token());
    if (op.attempts.current().isPresent()) {
      findings.add(
          Rule.SECOND_GRANT,
          located.at(),
          "input.claim.claimId",
          op.attempts.current().map(Attempts.Holder::claimId).orElse(""),
          event.getInput() instanceof ClaimReceived in ? in.getClaim().getClaimId() : "nothing",
          where + ", which was granted before");
    } else {
      from(op, located, Fold.READY);
    }
    if (!(event.getInput() instanceof ClaimReceived in)) {
      findings.add(Rule.GRANT_WITHOUT_CLAIM, located.at(), where + ", but nobody claimed it");
      return;
    }
    boolean newerLife =
        lives
            .newerBefore(
                event.getCause().getPartition(),
                in.getWorkerId(),
                in.getIncarnation(),
                event.getCause().getOffset())
            .isPresent();
    if (in.getClaim().getToken() != op.attempts.token() || !in.getWorkerAlive() || newerLife) {
      findings.add(
          Rule.GRANT_WITHOUT_CLAIM,
          located.at(),
          "input.claim.token",
          op.attempts.token() + " by a live worker",
          "%d by %s/%d".formatted(in.getClaim().getToken(), in.getWorkerId(), in.getIncarnation()),
          where + " to a claim of another token, or of a worker's former life");
    }
    granted(op, located, where);
  }

  private void granted(Fold op, Located<OperationEvent> located, String where) {
    OperationEvent event = located.what();
    Long expires = op.intent == null ? null : op.intent.getExpiresAtMs();
    if (expires != null && expires <= event.getAtMs()) {
      findings.add(
          Rule.SENT_AFTER_EXPIRY,
          located.at(),
          "atMs",
          "before " + expires,
          Long.toString(event.getAtMs()),
          where + " after the intent expired");
    }
    if (op.attempts.earlierUnknown() && !Grounds.keyIsKnown(op, event.getAtMs())) {
      findings.add(
          Rule.TOKEN_NOT_JUSTIFIED,
          located.at(),
          where + " for a replay, but the destination may have forgotten the key before it ends");
    }
    Long until = event.getConclusion().getAtMs();
    long lease = event.getAtMs() + op.rules().getLeaseMs();
    if (until == null || until != lease) {
      findings.add(
          Rule.INTERVAL_TOO_SHORT,
          located.at(),
          "conclusion.atMs",
          Long.toString(lease),
          String.valueOf(until),
          where + " for another time than the contract's lease");
    }
  }

  /** What an event tells of a look at the destination. */
  static @Nullable ReadbackObservation observation(OperationEvent event) {
    return switch (event.getInput()) {
      case ReadbackReported in -> in.getObservation();
      case ReportReceived in -> in.getReport().getReadback();
      default -> null;
    };
  }
}
