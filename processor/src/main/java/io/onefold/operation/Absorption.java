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
import io.onefold.operation.OperationState.Unresolved;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Takes what an input tells into what is remembered, before anything is concluded from it. The
 * decider looks at the outcome, and evolving repeats it: both see the same facts.
 */
final class Absorption {
  private Absorption() {}

  static Operation absorb(Known state, OperationInput input) {
    Operation op = state.operation();
    if (state instanceof Final) {
      return op;
    }
    return switch (input) {
      case IntentSubmitted submitted -> intent(state, op, submitted);
      case ClaimRequested claim -> op;
      case SendReported reported -> {
        SendReport.Result result = reported.report().result();
        boolean accepted =
            result == SendReport.Result.ACCEPTED || result == SendReport.Result.ACCEPTED_LATER;
        boolean earlier = accepted && reported.token() < op.attempts().token();
        yield refuted(state, report(op, reported), earlier, reported.at());
      }
      case ReadbackReported seen ->
          refuted(
              state,
              observation(op, seen.token(), seen.number(), seen.at(), seen.observation()),
              false,
              seen.at());
      case ReviewSubmitted review -> op;
      case TimerFired fired -> timer(op, fired);
      case HolderDied died -> death(op, died);
      case DestinationReopened reopened ->
          state instanceof Ready ? op.with(op.attempts().waitingAnew(reopened.at())) : op;
      case IntervalsRestarted restarted -> restart(op, restarted.at());
    };
  }

  /**
   * While nothing was admitted, the newest intent is the one that counts, under the rules and with
   * the body that its contract has now.
   */
  private static Operation intent(Known state, Operation op, IntentSubmitted submitted) {
    boolean same =
        submitted.intent().sameButForItsAge(op.intent())
            && submitted.destination().equals(op.policy())
            && submitted.rendering().replacement().equals(op.body());
    if (same || !IntentRules.takesContent(state)) {
      return op;
    }
    return OperationEvolver.fresh(op.id(), submitted, op.sequence(), op.movedAt())
        .withNotice(op.notice());
  }

  /**
   * Tells people when an effect shows that was ruled out before: another attempt was offered
   * because the earlier ones had done nothing, and now one of them is seen to have acted. Then
   * something that the promise rests on is not true. While a person is asked anyway, the evidence
   * is enough.
   */
  private static Operation refuted(
      Known before, Operation after, boolean byAnEarlierAttempt, Instant at) {
    boolean news = !before.operation().knowledge().positive() && after.knowledge().positive();
    AttemptLog attempts = before.operation().attempts();
    boolean ruledOut = attempts.token() > 1 && !attempts.earlierUnknown();
    // What is found while the newest attempt may act can be its own doing.
    boolean notByTheNewest = attempts.current().isEmpty() || byAnEarlierAttempt;
    if (!news || !ruledOut || !notByTheNewest || before instanceof Unresolved) {
      return after;
    }
    String text =
        ("an attempt before attempt %d was carried out, although attempt %d was offered because"
             + " none had been: what the contract says of settling, absence or refusals is not true"
             + " here, or a person was wrong")
            .formatted(attempts.token(), attempts.token());
    return after.withNotice(
        Optional.of(
            new Concern(
                Reason.CONTRADICTING_EVIDENCE,
                Reason.Stage.READBACK,
                text,
                at,
                before.operation().sequence() + 1)));
  }

  private static Operation report(Operation op, SendReported reported) {
    SendReport report = reported.report();
    boolean byHolder = isHolders(op, reported);
    Operation after =
        byHolder
            ? holdersReport(op, reported)
            : op.with(op.attempts().remembered(reported.claimId(), report));
    after =
        switch (report.result()) {
          case ACCEPTED -> after.with(after.knowledge().accepted(report.evidence()));
          case ACCEPTED_LATER -> after.with(promised(op, reported));
          case REFUSED, DEFERRED, NOT_SENT, UNKNOWN -> after;
        };
    Operation told = after;
    return report
        .readback()
        .map(seen -> observation(told, reported.token(), 0, reported.at(), seen))
        .orElse(told);
  }

  /**
   * A job that another attempt than the current one was promised is evidence for good: the failure
   * of a job could be that of either, so no failure takes it back.
   */
  private static Knowledge promised(Operation op, SendReported reported) {
    Evidence evidence = reported.report().evidence();
    Knowledge promised = op.knowledge().promisedBy(evidence);
    return op.attempts().heldBy(reported.token(), reported.claimId())
        ? promised
        : promised.accepted(evidence);
  }

  /**
   * A holder is believed once: a second, different report of the same grant is kept as a note only.
   */
  static boolean isHolders(Operation op, SendReported reported) {
    return op.attempts().heldBy(reported.token(), reported.claimId())
        && op.attempts().current().filter(Holder::reported).isEmpty();
  }

  private static Operation holdersReport(Operation op, SendReported reported) {
    SendReport report = reported.report();
    boolean free = SendReport.free(report.result(), report.detail());
    Operation after =
        op.with(op.attempts().reported(reported.claimId(), report, free))
            .with(op.timers().without(Timers.Kind.LEASE));
    return switch (report.result()) {
      case ACCEPTED, ACCEPTED_LATER -> after;
      case UNKNOWN -> unknown(settleAnew(after, reported.at()), report);
      case NOT_SENT, DEFERRED -> definite(after, reported.at());
      case REFUSED -> refused(definite(after, reported.at()), report);
    };
  }

  private static Operation unknown(Operation op, SendReport report) {
    return switch (report.detail()) {
      case REDIRECTED -> op.with(op.knowledge().standing(Reason.REDIRECTED, report.message()));
      case KEY_MISMATCH ->
          op.with(op.knowledge().standing(Reason.PAYLOAD_CONFLICT, report.message()));
      default -> op;
    };
  }

  private static Operation refused(Operation op, SendReport report) {
    return switch (report.detail()) {
      case AUTHORIZATION ->
          op.with(op.knowledge().standing(Reason.AUTHORIZATION, report.message()));
      case IDENTITY_MISMATCH ->
          op.with(op.knowledge().standing(Reason.IDENTITY_MISMATCH, report.message()));
      default -> op.with(op.knowledge().refusedWith(report.message()));
    };
  }

  /**
   * A definite ending needs no settle time, unless a replay left an earlier attempt's fate open.
   */
  private static Operation definite(Operation op, Instant at) {
    return op.attempts().earlierUnknown()
        ? settleAnew(op, at)
        : op.with(op.readbacks().settledNow()).with(op.timers().without(Timers.Kind.SETTLE));
  }

  private static Operation settleAnew(Operation op, Instant at) {
    return op.with(op.readbacks().unsettled())
        .with(op.timers().with(Timers.Kind.SETTLE, ended(op, at).plus(op.rules().settle())));
  }

  /**
   * The end of the newest attempt, from which the settle time counts. Where the end of a lease is
   * proof enough, an earlier report does not shorten it: the settle time was chosen for the lease.
   * A replay that nobody was granted leaves the attempt before it the newest one.
   */
  static Instant ended(Operation op, Instant at) {
    return op.attempts()
        .holder()
        .filter(h -> Proof.leaseEndSuffices(op))
        .map(Holder::leaseUntil)
        .filter(until -> until.isAfter(at))
        .orElse(at);
  }

  static Operation observation(Operation op, int token, int number, Instant at, Observation seen) {
    Operation after = op.with(op.readbacks().answered(number, token, at, seen));
    if (seen.result() == Observation.Result.FOUND) {
      return after.with(after.knowledge().found(seen));
    }
    return op.admitted() && Proof.counts(op, token, number, seen)
        ? after.with(after.readbacks().confirmed(number))
        : after;
  }

  /** True if the state really waits for this timer: the shell may be late, but never early. */
  static boolean due(Operation op, TimerFired fired) {
    return fired.token() == op.attempts().token()
        && op.timers().at(fired.timer()).filter(t -> !t.isAfter(fired.at())).isPresent();
  }

  private static Operation timer(Operation op, TimerFired fired) {
    if (!due(op, fired)) {
      return op;
    }
    Operation after = op.with(op.timers().without(fired.timer()));
    return switch (fired.timer()) {
      case LEASE -> settleAnew(after, fired.at());
      case SETTLE -> after.with(after.readbacks().settledNow());
      case EXPIRY, OFFER, READBACK, DEADLINE, FORGET -> after;
    };
  }

  private static Operation death(Operation op, HolderDied died) {
    if (!concerns(op, died)) {
      return op;
    }
    Operation after = op.with(op.attempts().over()).with(op.timers().without(Timers.Kind.LEASE));
    return settleAnew(after, died.at());
  }

  /**
   * True if the current grant belongs to an older life of that worker and its end was not known.
   */
  static boolean concerns(Operation op, HolderDied died) {
    return op.attempts()
        .current()
        .filter(h -> !h.over())
        .map(Holder::worker)
        .filter(w -> w.id().equals(died.successor().id()))
        .filter(w -> w.incarnation() < died.successor().incarnation())
        .isPresent();
  }

  private static Operation restart(Operation op, Instant at) {
    Timers timers = op.timers();
    boolean leaseRuns = timers.at(Timers.Kind.LEASE).isPresent();
    boolean settleRuns = timers.at(Timers.Kind.SETTLE).isPresent();
    Instant until = at.plus(op.policy().map(DestinationPolicy::lease).orElse(Duration.ZERO));
    Operation after = op;
    if (leaseRuns || (settleRuns && Proof.leaseEndSuffices(op))) {
      after = after.with(after.attempts().leaseAnew(until));
    }
    if (leaseRuns) {
      after = after.with(after.timers().with(Timers.Kind.LEASE, until));
    }
    return settleRuns ? settledLater(after, at) : after;
  }

  private static Operation settledLater(Operation op, Instant at) {
    Instant settled = ended(op, at).plus(op.rules().settle());
    Timers timers = op.timers().with(Timers.Kind.SETTLE, settled);
    // Nobody decides before the destination could be asked after the settle point.
    Instant earliest = settled.plus(OperationEvolver.READBACK_PATIENCE);
    boolean early = timers.at(Timers.Kind.DEADLINE).filter(t -> t.isBefore(earliest)).isPresent();
    return op.with(early ? timers.with(Timers.Kind.DEADLINE, earliest) : timers);
  }
}
