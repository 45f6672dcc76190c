package io.onefold.guarantee;

import io.onefold.schema.Approval;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.PolicySnapshot;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Review;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What allows a new token. */
enum Ground {
  /** The first one: nothing was ever sent. */
  ADMITTED,
  /** The holder of the last attempt said that it did nothing. */
  NOT_COMMITTED,
  /** The destination was asked after the settle point, and has nothing. */
  PROVED_ABSENT,
  /** The destination deduplicates by key, and still knows it. */
  SAFE_REPLAY,
  /** A person decided it, on what was true then. */
  AUTHORISED;

  /**
   * What allows this event, which was absorbed, to bring a new token; empty: nothing does. Whatever
   * the ledger itself gives as its reason does not count.
   */
  static Optional<Ground> of(Trail trail, OperationEvent event) {
    if (trail.token() == 0) {
      return admits(trail, event) ? Optional.of(ADMITTED) : Optional.empty();
    }
    if (trail.positive()) {
      return Optional.empty();
    }
    boolean allowed =
        switch (event.getInput()) {
          case ReportReceived in ->
              trail.justReported()
                  && trail.ending() == Trail.Ending.NOT_COMMITTED
                  && !trail.earlierUnknown();
          case ReadbackReported in -> trail.counts(in) && trail.confirmed();
          case Review in -> authorises(trail, event, in);
          default -> false;
        };
    if (allowed) {
      return Optional.of(nameOf(event));
    }
    return replays(trail, event) ? Optional.of(SAFE_REPLAY) : Optional.empty();
  }

  private static Ground nameOf(OperationEvent event) {
    return switch (event.getInput()) {
      case ReportReceived in -> NOT_COMMITTED;
      case ReadbackReported in -> PROVED_ABSENT;
      default -> AUTHORISED;
    };
  }

  /** The intent names the account of its contract, and exactly its payload is approved. */
  private static boolean admits(Trail trail, OperationEvent event) {
    if (trail.wanted().isEmpty()) {
      return false;
    }
    IntentSubmitted wanted = trail.wanted().get();
    Intent intent = wanted.getIntent();
    boolean here =
        intent.getAccount().equals(trail.rules().getAccount())
            && intent.getEnvironment().equals(trail.rules().getEnvironment());
    boolean approved =
        switch (event.getInput()) {
          case IntentSubmitted in -> isApproved(trail, in);
          case Review in -> in.getAction().equals("APPROVE") && isCurrent(trail, event, in);
          default -> false;
        };
    return here && approved;
  }

  private static boolean isApproved(Trail trail, IntentSubmitted in) {
    Approval approval = in.getIntent().getApproval();
    return approval == null
        ? !trail.rules().getApprovalRequired()
        : approval.getDecision().equals("APPROVED")
            && approval.getPayloadHash().equals(in.getPayloadHash());
  }

  /** True if nothing that the reviewer could not know has happened. */
  static boolean isCurrent(Trail trail, OperationEvent event, Review review) {
    return review.getSequence() >= trail.movedAt() && review.getSequence() < event.getSequence();
  }

  private static boolean authorises(Trail trail, OperationEvent event, Review review) {
    return review.getAction().equals("AUTHORISE_RETRY")
        && isCurrent(trail, event, review)
        && trail.allowsNotDone();
  }

  /** True if the attempt would still end before the destination may forget the key. */
  private static boolean replays(Trail trail, OperationEvent event) {
    Long at = event.getConclusion().getAtMs();
    return at != null && keyIsKnown(trail, at);
  }

  /** True if an attempt granted then would still end before the destination may forget the key. */
  static boolean keyIsKnown(Trail trail, long grantedAtMs) {
    PolicySnapshot rules = trail.rules();
    Long window = rules.getSafeReplayWindowMs();
    return window != null
        && trail.firstGrantMs().isPresent()
        && grantedAtMs + rules.getLeaseMs() <= trail.firstGrantMs().get() + window;
  }

  /** True if the fate of an earlier attempt is open under a token with this ground. */
  boolean leavesOpen(boolean wasOpen) {
    return switch (this) {
      case SAFE_REPLAY -> true;
      case NOT_COMMITTED, ADMITTED -> wasOpen;
      // What proves the absence of one attempt speaks for all before it.
      case PROVED_ABSENT, AUTHORISED -> false;
    };
  }

  /** What must be true if no earlier attempt is to have an effect. */
  Set<Assumption> restsOn(Trail trail) {
    EnumSet<Assumption> grounds = EnumSet.noneOf(Assumption.class);
    switch (this) {
      case ADMITTED -> {}
      case NOT_COMMITTED -> grounds.add(Assumption.CLASSIFICATION_IS_TRUE);
      case SAFE_REPLAY -> grounds.add(Assumption.KEYS_ARE_REMEMBERED);
      case PROVED_ABSENT -> {
        grounds.add(Assumption.READBACK_IS_TRUE);
        grounds.addAll(restsOnTheEnd(trail));
      }
      case AUTHORISED -> {
        grounds.add(Assumption.REVIEWERS_ARE_TRUTHFUL);
        grounds.add(Assumption.READBACK_IS_TRUE);
        grounds.addAll(restsOnTheEnd(trail));
      }
    }
    return grounds;
  }

  /** What must be true if the current attempt is to have no effect that nobody could see. */
  static Set<Assumption> restsOnTheEnd(Trail trail) {
    EnumSet<Assumption> grounds = EnumSet.of(Assumption.SETTLE_IS_LONG_ENOUGH);
    if (trail.leaseEndSuffices()) {
      grounds.add(Assumption.PAUSES_ARE_BOUNDED);
    }
    if (trail.ending() == Trail.Ending.NOT_COMMITTED || trail.ending() == Trail.Ending.REFUSED) {
      grounds.add(Assumption.CLASSIFICATION_IS_TRUE);
    }
    return grounds;
  }
}
