package io.onefold.operation;

import io.onefold.operation.OperationInput.ClaimRequested;
import io.onefold.operation.OperationInput.IntentSubmitted;
import io.onefold.operation.OperationInput.ReviewSubmitted;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Claimed;
import io.onefold.operation.OperationState.CommitUnknown;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Ready;
import io.onefold.operation.OperationState.Rejected;
import io.onefold.operation.OperationState.Resolved;
import io.onefold.operation.OperationState.Unresolved;
import io.onefold.operation.OperationState.Verified;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Turns events into state. The only place where state changes; decides nothing. */
public final class OperationEvolver {
  /** Time that an answer to a readback may take before the next one is issued in any case. */
  static final Duration READBACK_PATIENCE = Duration.ofSeconds(10);

  /** Tombstone rule for an operation whose destination is unknown. */
  static final Duration DEFAULT_DEDUPE_WINDOW = Duration.ofDays(400);

  private OperationEvolver() {}

  /**
   * The state after an event.
   *
   * @throws IllegalStateException if the event cannot follow: a gap in the sequence, or a step that
   *     the state does not allow. That is a broken log or a bug, never an input to be skipped.
   */
  public static OperationState evolve(OperationState state, OperationEvent event) {
    if (event.sequence() != state.sequence() + 1) {
      throw new IllegalStateException(
          "event %d of %s cannot follow event %d"
              .formatted(event.sequence(), event.operationId(), state.sequence()));
    }
    return switch (state) {
      case Absent absent -> fromAbsent(absent, event);
      case Forgotten forgotten -> fromForgotten(forgotten, event);
      case Known known -> {
        Operation absorbed = Absorption.absorb(known, event.input());
        OperationState next = apply(known, absorbed, event);
        yield stamped(next, known, absorbed, event);
      }
    };
  }

  /** An operation about which nothing but its intent is known. */
  static Operation fresh(String id, IntentSubmitted submitted, long sequence, long movedAt) {
    return new Operation(
        id,
        sequence,
        movedAt,
        submitted.origin(),
        submitted.intent(),
        submitted.destination(),
        submitted.rendering().replacement(),
        false,
        AttemptLog.none(submitted.at()),
        Knowledge.NONE,
        ReadbackLog.NONE,
        Timers.NONE,
        Optional.empty());
  }

  private static Operation gap(String id, OperationInput input, long sequence) {
    return new Operation(
        id,
        sequence,
        sequence,
        input.origin(),
        Intent.missing(id, input.at()),
        Optional.empty(),
        Optional.empty(),
        false,
        AttemptLog.none(input.at()),
        Knowledge.NONE,
        ReadbackLog.NONE,
        Timers.NONE,
        Optional.empty());
  }

  private static OperationState fromAbsent(Absent absent, OperationEvent event) {
    if (event.step() instanceof Step.Stay) {
      return new Absent(absent.operationId(), event.sequence());
    }
    Operation created =
        event.input() instanceof IntentSubmitted submitted
            ? fresh(absent.operationId(), submitted, event.sequence(), event.sequence())
            : evidenceOfNothingKnown(absent, event);
    Known start = new CommitUnknown(created);
    return stamped(apply(start, created, event), start, created, event);
  }

  private static Operation evidenceOfNothingKnown(Absent absent, OperationEvent event) {
    Operation created = gap(absent.operationId(), event.input(), event.sequence());
    return Absorption.absorb(new CommitUnknown(created), event.input());
  }

  private static OperationState fromForgotten(Forgotten f, OperationEvent event) {
    Optional<Concern> notice =
        switch (event.step()) {
          case Step.Notify notify -> Optional.of(concern(notify, event));
          case Step.Stay stay ->
              stay.remark() == Step.Remark.NOTICE_CLOSED ? Optional.empty() : f.notice();
          default -> throw illegal(f, event);
        };
    return new Forgotten(
        f.operationId(),
        event.sequence(),
        f.destination(),
        f.payloadHash(),
        f.outcome(),
        f.endedAt(),
        f.providerId(),
        f.receiptSequence(),
        notice);
  }

  private static OperationState apply(Known state, Operation op, OperationEvent event) {
    Instant at = event.input().at();
    return switch (event.step()) {
      case Step.Stay stay ->
          rewrap(
              state,
              stay.remark() == Step.Remark.NOTICE_CLOSED ? op.withNotice(Optional.empty()) : op);
      case Step.Notify notify -> rewrap(state, op.withNotice(Optional.of(concern(notify, event))));
      case Step.Offer offer -> offered(op, offer, event);
      case Step.SendOffer again ->
          new Ready(
              op.with(op.timers().with(Timers.Kind.OFFER, at.plus(op.rules().offerEvery()))), true);
      case Step.GrantClaim grant -> granted(op, grant, event);
      case Step.Ask ask -> asked(op, at);
      case Step.AskAside aside ->
          rewrap(state, op.with(op.readbacks().issued(op.attempts().token(), at)));
      case Step.AskLater later -> asking(op, at, later.at());
      case Step.Escalate escalate -> escalated(op, escalate, event);
      case Step.Verify verify -> new Verified(ended(op, at), Endings.verified(op, verify, at));
      case Step.Reject reject -> new Rejected(ended(op, at), Endings.rejected(op, reject, event));
      case Step.Resolve resolve ->
          new Resolved(ended(op, at), Endings.resolved(op, resolve, event));
      case Step.Forget forget -> forgotten(state, op, event);
    };
  }

  private static Ready offered(Operation op, Step.Offer offer, OperationEvent event) {
    Instant at = event.input().at();
    boolean replay = offer.why() == Step.Offer.Why.SAFE_REPLAY;
    boolean sameWait = op.attempts().endedFree() && offer.why() != Step.Offer.Why.AUTHORISED;
    boolean speaksForAll =
        offer.why() == Step.Offer.Why.PROVED_ABSENT || offer.why() == Step.Offer.Why.AUTHORISED;
    AttemptLog attempts = speaksForAll ? op.attempts().cleared() : op.attempts();
    boolean now = !offer.dispatchAt().isAfter(at);
    Timers timers =
        Timers.NONE.with(
            Timers.Kind.OFFER, now ? at.plus(op.rules().offerEvery()) : offer.dispatchAt());
    Operation next =
        admitted(op, event)
            .with(attempts.next(offer.dispatchAt(), sameWait, replay))
            .with(op.knowledge().forNextAttempt())
            .with(op.readbacks().unsettled().fromRoundOne())
            .with(
                op.intent()
                    .expiresAt()
                    .map(t -> timers.with(Timers.Kind.EXPIRY, t))
                    .orElse(timers));
    return new Ready(next, now);
  }

  private static Operation admitted(Operation op, OperationEvent event) {
    return event.input() instanceof ReviewSubmitted approved
            && approved.review().action() == Review.Action.APPROVE
        ? op.with(IntentRules.approved(op.intent(), approved)).asAdmitted()
        : op.asAdmitted();
  }

  private static Claimed granted(Operation op, Step.GrantClaim grant, OperationEvent event) {
    if (!(event.input() instanceof ClaimRequested claim)) {
      throw new IllegalStateException("only a claim can be granted, not " + event.input());
    }
    return new Claimed(
        op.with(
                op.attempts()
                    .granted(claim.claimId(), claim.worker(), claim.at(), grant.leaseUntil()))
            .with(op.readbacks().unsettled())
            .with(Timers.NONE.with(Timers.Kind.LEASE, grant.leaseUntil())));
  }

  private static CommitUnknown asked(Operation op, Instant at) {
    ReadbackLog readbacks = op.readbacks().issued(op.attempts().token(), at);
    Duration pause = op.rules().readbacks().delay(readbacks.round() - 1).plus(READBACK_PATIENCE);
    return asking(op.with(readbacks), at, at.plus(pause));
  }

  private static CommitUnknown asking(Operation op, Instant at, Instant next) {
    Timers running = op.timers().keeping(Timers.Kind.SETTLE, Timers.Kind.DEADLINE);
    return new CommitUnknown(
        op.with(
            running.with(Timers.Kind.READBACK, next).with(Timers.Kind.DEADLINE, deadline(op, at))));
  }

  /** Set when asking begins; never before one readback after the settle point could be answered. */
  private static Instant deadline(Operation op, Instant at) {
    DestinationPolicy rules = op.rules();
    Duration patience =
        op.knowledge().promised()
            ? rules.readbackDeadline().plus(rules.jobAllowance())
            : rules.readbackDeadline();
    Instant planned = op.timers().at(Timers.Kind.DEADLINE).orElse(at.plus(patience));
    Instant settled =
        op.timers().at(Timers.Kind.SETTLE).map(t -> t.plus(READBACK_PATIENCE)).orElse(planned);
    return planned.isBefore(settled) ? settled : planned;
  }

  private static Unresolved escalated(Operation op, Step.Escalate escalate, OperationEvent event) {
    Instant at = event.input().at();
    Timers running = op.timers().keeping(Timers.Kind.SETTLE, Timers.Kind.LEASE);
    boolean fateOpen = op.attempts().earlierUnknown() && !op.readbacks().settled();
    if (fateOpen && running.first().isEmpty()) {
      running =
          running.with(Timers.Kind.SETTLE, Absorption.ended(op, at).plus(op.rules().settle()));
    }
    Concern concern =
        new Concern(escalate.reason(), escalate.stage(), escalate.text(), at, event.sequence());
    // One event opens one question: what it holds the operation for says more than its notice.
    Optional<Concern> earlierNotice = op.notice().filter(n -> n.openedBy() != event.sequence());
    return new Unresolved(op.with(running).withNotice(earlierNotice), concern);
  }

  private static Operation ended(Operation op, Instant at) {
    Duration window =
        op.policy().map(DestinationPolicy::dedupeWindow).orElse(DEFAULT_DEDUPE_WINDOW);
    return op.withoutContent().with(Timers.NONE.with(Timers.Kind.FORGET, at.plus(window)));
  }

  private static Forgotten forgotten(Known state, Operation op, OperationEvent event) {
    if (!(state instanceof OperationState.Final end)) {
      throw illegal(state, event);
    }
    return new Forgotten(
        op.id(),
        event.sequence(),
        op.intent().destination(),
        op.intent().payloadHash(),
        end.ending().outcome(),
        end.ending().at(),
        end.ending().providerId(),
        op.movedAt(),
        op.notice());
  }

  private static Known rewrap(Known state, Operation op) {
    return switch (state) {
      case Ready ready -> new Ready(op, ready.offered());
      case Claimed claimed -> new Claimed(op);
      case CommitUnknown unknown -> new CommitUnknown(op);
      case Unresolved unresolved -> new Unresolved(op, unresolved.concern());
      case Verified verified -> new Verified(op, verified.ending());
      case Rejected rejected -> new Rejected(op, rejected.ending());
      case Resolved resolved -> new Resolved(op, resolved.ending());
    };
  }

  /**
   * Numbers the new state. Only what changed the state or brought evidence makes a review stale.
   */
  private static OperationState stamped(
      OperationState next, Known before, Operation absorbed, OperationEvent event) {
    if (!(next instanceof Known known)) {
      return next;
    }
    boolean moved =
        !(event.step() instanceof Step.Stay || event.step() instanceof Step.Notify)
            || !absorbed.equals(before.operation());
    long movedAt = moved ? event.sequence() : before.operation().movedAt();
    return rewrap(known, known.operation().at(event.sequence(), movedAt));
  }

  private static Concern concern(Step.Notify notify, OperationEvent event) {
    return new Concern(
        notify.reason(),
        notify.reason().stage(),
        notify.text(),
        event.input().at(),
        event.sequence());
  }

  private static IllegalStateException illegal(OperationState state, OperationEvent event) {
    return new IllegalStateException(
        "%s of %s cannot follow in %s"
            .formatted(event.step(), event.operationId(), state.getClass().getSimpleName()));
  }
}
