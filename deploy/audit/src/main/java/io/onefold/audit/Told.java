package io.onefold.audit;

import io.onefold.schema.HolderDied;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.IntervalsRestarted;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.SendReported;
import io.onefold.schema.TimerFired;
import java.util.Objects;

/** What an input tells about an operation that is known and has not ended, whatever follows. */
final class Told {
  private Told() {}

  static void absorb(Fold op, OperationEvent event) {
    switch (event.getInput()) {
      case IntentSubmitted in -> intent(op, in);
      case ReportReceived in -> {
        SendReported report = in.getReport();
        boolean positive = op.known.positive();
        boolean noGrant = op.attempts.current().isEmpty();
        boolean earlier = isAcceptance(report) && report.getToken() < op.attempts.token();
        report(op, event, report);
        refuted(op, event, positive, noGrant || earlier);
      }
      case ReadbackReported in -> {
        boolean positive = op.known.positive();
        boolean noGrant = op.attempts.current().isEmpty();
        observed(op, in.getToken(), in.getNumber(), event.getAtMs(), in.getObservation());
        refuted(op, event, positive, noGrant);
      }
      case TimerFired in -> timer(op, event, in);
      case HolderDied in -> death(op, event, in);
      case IntervalsRestarted in -> restart(op, event.getAtMs());
      default -> {}
    }
  }

  private static boolean isAcceptance(SendReported report) {
    return report.getResult().equals("ACCEPTED") || report.getResult().equals("ACCEPTED_LATER");
  }

  /** While nothing was admitted, the newest intent is the one that counts. */
  private static void intent(Fold op, IntentSubmitted in) {
    if (op.takesContent() && !isSame(op, in)) {
      op.take(in);
    }
  }

  private static boolean isSame(Fold op, IntentSubmitted in) {
    return op.intent != null
        && in.getPayloadHash().equals(op.payloadHash)
        && Objects.equals(in.getPolicy(), op.policy)
        && Objects.equals(in.getBody(), op.body)
        && sayTheSame(op.intent, in.getIntent());
  }

  /** Another copy without a time of its own is as old as its record. */
  private static boolean sayTheSame(Intent one, Intent other) {
    return Differences.between(one, other).stream()
        .allMatch(difference -> difference.field().equals("issuedAtMs"));
  }

  /** An effect shows that was ruled out before another attempt was offered. */
  private static void refuted(
      Fold op, OperationEvent event, boolean wasPositive, boolean notByTheNewest) {
    boolean ruledOut = op.attempts.token() > 1 && !op.attempts.earlierUnknown();
    boolean news = !wasPositive && op.known.positive();
    if (news && ruledOut && notByTheNewest && !op.state.equals(Fold.UNRESOLVED)) {
      op.notice =
          new Concern(
              "CONTRADICTING_EVIDENCE",
              "READBACK",
              Concern.OWN_WORDS,
              event.getAtMs(),
              op.sequence + 1);
    }
  }

  private static void report(Fold op, OperationEvent event, SendReported report) {
    Knowledge before = op.known;
    boolean byHolder = isHolders(op, report);
    if (byHolder) {
      holdersReport(op, event, report);
    } else {
      op.changed |= op.attempts.noted(report);
    }
    switch (report.getResult()) {
      case "ACCEPTED" -> op.known = op.known.accepted(report.getEvidence());
      case "ACCEPTED_LATER" -> {
        op.known = op.known.promisedBy(report.getEvidence());
        if (!op.attempts.isHeldBy(report)) {
          op.known = op.known.accepted(report.getEvidence());
        }
      }
      default -> {}
    }
    op.changed |= !before.equals(op.known);
    if (report.getReadback() != null) {
      observed(op, report.getToken(), 0, event.getAtMs(), report.getReadback());
    }
  }

  /** A holder is believed once. */
  private static boolean isHolders(Fold op, SendReported report) {
    return op.attempts.isHeldBy(report)
        && op.attempts.current().filter(Attempts.Holder::reported).isEmpty();
  }

  private static void holdersReport(Fold op, OperationEvent event, SendReported report) {
    op.justReported = true;
    op.changed = true;
    op.attempts.ended(report);
    op.timers.remove("LEASE");
    long at = event.getAtMs();
    switch (report.getResult()) {
      case "UNKNOWN" -> {
        settleFrom(op, at);
        switch (report.getDetail()) {
          case "REDIRECTED" ->
              op.known = op.known.standing("REDIRECTED", report.getMessage(), false);
          case "KEY_MISMATCH" ->
              op.known = op.known.standing("PAYLOAD_CONFLICT", report.getMessage(), false);
          default -> {}
        }
      }
      case "NOT_SENT", "DEFERRED" -> definite(op, at);
      case "REFUSED" -> {
        definite(op, at);
        boolean access =
            report.getDetail().equals("AUTHORIZATION")
                || report.getDetail().equals("IDENTITY_MISMATCH");
        op.known =
            op.known.standing(
                access ? report.getDetail() : "REJECTED_BY_DESTINATION",
                report.getMessage(),
                !access);
      }
      default -> {}
    }
  }

  /** It needs no settle time, unless a replay left an earlier attempt's fate open. */
  private static void definite(Fold op, long at) {
    if (op.attempts.earlierUnknown()) {
      settleFrom(op, at);
    } else {
      op.looks = op.looks.settledNow();
      op.timers.remove("SETTLE");
    }
  }

  private static void settleFrom(Fold op, long at) {
    op.looks = op.looks.unsettled();
    op.timers.put("SETTLE", endOfAttempt(op, at) + op.rules().getSettleMs());
  }

  /** From when the settle time counts. */
  static long endOfAttempt(Fold op, long at) {
    return op.attempts
        .holder()
        .filter(h -> Grounds.leaseEndSuffices(op))
        .map(h -> Math.max(at, h.untilMs()))
        .orElse(at);
  }

  private static void observed(Fold op, int token, int number, long at, ReadbackObservation seen) {
    Looks before = op.looks;
    Knowledge knew = op.known;
    op.looks = op.looks.answered(number, token, at, seen);
    if (seen.getResult().equals("FOUND")) {
      op.known = op.known.found(seen);
    } else if (op.admitted && Grounds.counts(op, token, number, seen)) {
      op.looks = op.looks.confirmedBy(number);
    }
    op.changed |= !before.equals(op.looks) || !knew.equals(op.known);
  }

  private static void timer(Fold op, OperationEvent event, TimerFired in) {
    Long due = op.timers.get(in.getTimer());
    if (due == null || in.getToken() != op.attempts.token()) {
      return;
    }
    boolean nothingWaited =
        event.getConclusion().getKind().equals("STAY")
            && event.getConclusion().getWhy().equals("JOURNALLED");
    // Of a timer that came too early the ledger says that nothing waits for it.
    if (nothingWaited && due > event.getAtMs()) {
      return;
    }
    op.timers.remove(in.getTimer());
    op.changed = true;
    switch (in.getTimer()) {
      case "LEASE" -> settleFrom(op, event.getAtMs());
      case "SETTLE" -> op.looks = op.looks.settledNow();
      default -> {}
    }
  }

  private static void death(Fold op, OperationEvent event, HolderDied in) {
    boolean concerned =
        op.attempts
            .current()
            .filter(h -> !h.over())
            .filter(h -> h.workerId().equals(in.getWorkerId()))
            .filter(h -> h.incarnation() < in.getIncarnation())
            .isPresent();
    if (concerned) {
      op.attempts.over();
      op.timers.remove("LEASE");
      settleFrom(op, event.getAtMs());
      op.changed = true;
    }
  }

  private static void restart(Fold op, long at) {
    boolean lease = op.timers.containsKey("LEASE");
    Long settle = op.timers.get("SETTLE");
    long until = at + op.rules().getLeaseMs();
    if (lease || (settle != null && Grounds.leaseEndSuffices(op))) {
      op.attempts.leaseUntil(until);
      op.changed = true;
    }
    if (lease) {
      op.timers.put("LEASE", until);
    }
    if (settle != null) {
      long again = endOfAttempt(op, at) + op.rules().getSettleMs();
      op.changed |= again != settle;
      op.timers.put("SETTLE", again);
    }
  }
}
