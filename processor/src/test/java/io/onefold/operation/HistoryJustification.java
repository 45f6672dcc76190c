package io.onefold.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.operation.OperationInput.ClaimRequested;
import io.onefold.operation.OperationInput.HolderDied;
import io.onefold.operation.OperationInput.IntervalsRestarted;
import io.onefold.operation.OperationInput.ReadbackReported;
import io.onefold.operation.OperationInput.ReviewSubmitted;
import io.onefold.operation.OperationInput.SendReported;
import io.onefold.operation.OperationInput.TimerFired;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps its own account of grants, settle points and readbacks, and asks of each new token whether
 * it was allowed by the protocol.
 */
final class HistoryJustification {
  private final DestinationPolicy policy;
  private final Map<Integer, Instant> issued = new HashMap<>();
  private String holder = "";
  private Worker worker = new Worker("", 0);
  private int token;
  private boolean reported;
  private boolean over;
  private Optional<Instant> leaseUntil = Optional.empty();
  private Optional<Instant> ended = Optional.empty();
  private Optional<Instant> firstGrant = Optional.empty();

  HistoryJustification(DestinationPolicy policy) {
    this.policy = policy;
  }

  void check(OperationState before, OperationEvent event, Step.Offer offer) {
    OperationInput input = event.input();
    switch (offer.why()) {
      case ADMITTED -> assertEquals(0, token, "admitted before any grant");
      case NOT_COMMITTED -> {
        SendReported sent = assertInstanceOf(SendReported.class, input);
        assertEquals(holder, sent.claimId(), "only the holder's word");
        assertEquals(token, sent.token(), "only of the current token");
        assertFalse(reported, "a holder is believed once");
        assertTrue(sent.report().result().notCommitted(), "a definite end");
      }
      case PROVED_ABSENT -> provedAbsent(assertInstanceOf(ReadbackReported.class, input));
      case SAFE_REPLAY ->
          assertTrue(
              input
                  .at()
                  .isBefore(firstGrant.orElseThrow().plus(policy.safeReplayWindow().orElseThrow())),
              "inside the key's window");
      case AUTHORISED -> {
        ReviewSubmitted review = assertInstanceOf(ReviewSubmitted.class, input);
        assertEquals(Review.Action.AUTHORISE_RETRY, review.review().action());
        assertTrue(
            over || firstGrant.isEmpty() || !policy.absenceNeedsReport() || notGranted(before));
      }
    }
  }

  private boolean notGranted(OperationState before) {
    return ((OperationState.Known) before).operation().attempts().current().isEmpty();
  }

  private void provedAbsent(ReadbackReported answer) {
    assertTrue(policy.absenceProves(), "the contract says that absence is proof");
    assertEquals(Observation.Kind.ABSENT, answer.observation().kind());
    assertTrue(answer.observation().complete(), "a complete readback");
    if (policy.safeReplayWindow().isPresent()) {
      return;
    }
    assertEquals(token, answer.token(), "of the current token");
    assertTrue(over || !policy.absenceNeedsReport(), "the attempt is known to be over");
    Instant settled = settlePoint();
    assertFalse(issued.get(answer.number()).isBefore(settled), "issued after the settle point");
  }

  private Instant settlePoint() {
    Instant from = ended.orElseThrow();
    boolean leaseCounts = !policy.absenceNeedsReport() && leaseUntil.orElseThrow().isAfter(from);
    return (leaseCounts ? leaseUntil.orElseThrow() : from).plus(policy.settle());
  }

  /** Takes note of what the decided event tells. */
  void note(OperationState before, OperationEvent event, OperationState after, Instant now) {
    if (after instanceof OperationState.Known known) {
      issued.putIfAbsent(known.operation().readbacks().lastNumber(), now);
    }
    switch (event.input()) {
      case ClaimRequested claim -> {
        if (event.step() instanceof Step.GrantClaim) {
          granted(claim, now);
        }
      }
      case SendReported sent -> {
        if (sent.claimId().equals(holder) && sent.token() == token && !reported) {
          reported = true;
          over = true;
          ended = Optional.of(now);
        }
      }
      case HolderDied died -> {
        boolean older =
            died.successor().id().equals(worker.id())
                && worker.incarnation() < died.successor().incarnation();
        if (older && !over) {
          over = true;
          ended = Optional.of(now);
        }
      }
      case TimerFired fired -> {
        if (fired.timer() == Timers.Kind.LEASE) {
          ended = Optional.of(now);
        }
      }
      case IntervalsRestarted restarted -> restarted(now);
      default -> {}
    }
  }

  private void granted(ClaimRequested claim, Instant now) {
    holder = claim.claimId();
    worker = claim.worker();
    token = claim.token();
    reported = false;
    over = false;
    ended = Optional.empty();
    leaseUntil = Optional.of(now.plus(policy.lease()));
    firstGrant = firstGrant.or(() -> Optional.of(now));
  }

  private void restarted(Instant now) {
    if (leaseUntil.isPresent() && ended.isEmpty()) {
      leaseUntil = Optional.of(now.plus(policy.lease()));
    } else if (ended.isPresent() && now.isBefore(settlePoint())) {
      ended = Optional.of(now);
      leaseUntil = Optional.of(now.plus(policy.lease()));
    }
  }
}
