package io.onefold.operation;

import static io.onefold.operation.Samples.accepted;
import static io.onefold.operation.Samples.report;
import static io.onefold.operation.Samples.seen;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.operation.Observation.Kind;
import io.onefold.operation.SendReport.Detail;
import io.onefold.operation.SendReport.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Evidence and timers that come where nobody expects them. */
class StrayEvidenceTest {

  @Test
  void shouldNotSendWhenAJobWasPromisedBeforeTheIntentWasSeen() {
    // given a ledger that lost this operation, but hears of its accepted job
    Story story = new Story(PolicySample.cautious());
    story.report(1, "c-0", report(Result.ACCEPTED_LATER));

    // when the intent is delivered again
    Decision decision = story.submit();

    // then the promise forbids sending
    assertInstanceOf(OperationState.Unresolved.class, decision.after());
    assertFalse(decision.effects().contains(new OperationEffect.SendOffer()));
    assertTrue(story.operation().knowledge().promised());
  }

  @Test
  void shouldRefuseApprovalWhenAnEffectIsKnown() {
    // given an operation that waits for its approval while an effect is reported
    Story story = new Story(PolicySample.cautious());
    story.submit(Samples.intent(Samples.HASH, Optional.empty()));
    story.report(1, "c-0", accepted("p-1"));

    // when it is approved
    Decision decision = story.review(Review.Action.APPROVE);

    // then nothing is offered
    assertInstanceOf(OperationState.Unresolved.class, decision.after());
    assertTrue(decision.effects().isEmpty());
    assertFalse(Questions.allowed(story.state()).containsKey(Review.Action.APPROVE));
  }

  @Test
  void shouldNotRejectWhenAnEffectIsKnownAndNothingCanBeAsked() {
    // given a refused attempt, and an acceptance of an earlier one
    Story story = refused();
    story.report(1, "c-0", accepted("p-1"));

    // when the readback has nothing to ask
    Decision decision = story.answer(Kind.NOTHING_TO_ASK);

    // then a person decides
    assertInstanceOf(OperationState.Unresolved.class, decision.after());
  }

  @Test
  void shouldNotRejectWhenTheJobOfAnEarlierAttemptFailed() {
    // given token 2 whose fate is open, and the job of token 1 that was promised late
    Story story = tokenTwoGranted();
    story.report(1, "c-0", report(Result.ACCEPTED_LATER));
    story.fire(Timers.Kind.LEASE);

    // when that job fails
    Decision decision = story.answer(Kind.JOB_FAILED);

    // then the current attempt may still have had its effect
    assertInstanceOf(OperationState.Unresolved.class, decision.after());
  }

  @Test
  void shouldRejectWhenTheJobOfTheCurrentAttemptFailed() {
    // given
    Story story = new Story(PolicySample.cautious());
    story.submit();
    story.claim("c-1");
    story.report("c-1", report(Result.ACCEPTED_LATER));

    // when
    Decision decision = story.answer(Kind.JOB_FAILED);

    // then
    OperationState.Rejected rejected =
        assertInstanceOf(OperationState.Rejected.class, decision.after());
    assertEquals(Optional.of(Reason.ASYNC_FAILED), rejected.ending().reason());
  }

  @Test
  void shouldTellAPersonWhenAVerifiedItemIsSeenRemoved() {
    // given
    Story story = new Story(PolicySample.cautious());
    story.submit();
    story.claim("c-1");
    story.report("c-1", Samples.acceptedAndSaw("p-1", seen(Kind.MATCH)));

    // when
    Decision decision = story.answer(0, seen(Kind.REMOVED));

    // then the receipt stays and the question is open
    assertInstanceOf(OperationState.Verified.class, decision.after());
    assertEquals(
        Optional.of(Reason.REMOTE_REMOVED), Questions.open(decision.after()).map(Concern::reason));
    assertTrue(decision.effects().contains(new OperationEffect.PublishEscalation()));
  }

  @Test
  void shouldIgnoreATimerThatTheStateDoesNotHave() {
    // given an attempt whose settle time has not begun
    Story story = new Story(PolicySample.cautious());
    story.submit();
    story.claim("c-1");
    OperationState before = story.state();

    // when a settle timer of some former life fires
    Decision decision =
        story.take(new OperationInput.TimerFired(story.now(), Story.ORIGIN, Timers.Kind.SETTLE, 1));

    // then nothing counts as settled
    assertInstanceOf(OperationState.Claimed.class, decision.after());
    assertEquals(
        ((OperationState.Known) before).operation().readbacks(), story.operation().readbacks());
  }

  @Test
  void shouldIgnoreATimerThatIsNotDueYet() {
    // given
    Story story = new Story(PolicySample.cautious());
    story.submit();
    story.claim("c-1");
    story.report("c-1", report(Result.UNKNOWN));

    // when
    story.take(new OperationInput.TimerFired(story.now(), Story.ORIGIN, Timers.Kind.SETTLE, 1));

    // then
    assertFalse(story.operation().readbacks().settled());
    assertTrue(story.operation().timers().at(Timers.Kind.SETTLE).isPresent());
  }

  @Test
  void shouldNotDecideBeforeTheSettlePointWhenIntervalsStartAgain() {
    // given a deadline shortly after the settle point
    Story story = new Story(PolicySample.cautious().readbackDeadline(Duration.ofSeconds(90)));
    story.submit();
    story.claim("c-1");
    story.report("c-1", report(Result.UNKNOWN, Detail.TIMEOUT));
    story.later(Duration.ofSeconds(50));

    // when another instance takes over
    story.restartIntervals();

    // then the deadline waits for the settle point
    Timers timers = story.operation().timers();
    assertTrue(
        timers
            .at(Timers.Kind.SETTLE)
            .orElseThrow()
            .isBefore(timers.at(Timers.Kind.DEADLINE).orElseThrow()));
  }

  @Test
  void shouldCountSettleFromTheLeaseEndWhenTheLeaseEndIsProof() {
    // given a contract that takes the end of a lease for the end of the attempt
    Story story = new Story(PolicySample.cautious().leaseEndSuffices());
    story.submit();
    story.claim("c-1");
    Instant leaseUntil = story.operation().attempts().current().orElseThrow().leaseUntil();

    // when the holder reports early
    story.later(Duration.ofSeconds(10)).report("c-1", report(Result.UNKNOWN));

    // then the later of both counts
    assertEquals(
        Optional.of(leaseUntil.plus(story.policy().settle())),
        story.operation().timers().at(Timers.Kind.SETTLE));
  }

  @Test
  void shouldPublishAConflictWhenAnotherQuestionIsOpen() {
    // given an unresolved operation
    Story story = refused();
    story.fire(Timers.Kind.DEADLINE);
    assertInstanceOf(OperationState.Unresolved.class, story.state());

    // when other content comes under its ID
    Decision decision =
        story.submit(
            Samples.intent(Samples.OTHER_HASH, Optional.of(Samples.approval(Samples.OTHER_HASH))));

    // then it does not stay unseen
    assertTrue(decision.effects().contains(new OperationEffect.PublishEscalation()));
  }

  @Test
  void shouldGiveUpWhenAReplayIsNeverSent() {
    // given an attempt under a key that is safe for a day, whose fate is open
    Story story =
        new Story(PolicySample.cautious().withoutReadback().replaySafeFor(Duration.ofHours(24)));
    story.submit();
    story.claim("c-1");
    story.report("c-1", report(Result.UNKNOWN, Detail.TIMEOUT));
    Instant began = story.now();

    // when no replay ever reaches the destination
    while (!(story.state() instanceof OperationState.Unresolved)) {
      if (story.state() instanceof OperationState.Ready ready && ready.offered()) {
        story.claim("c-" + (story.token() + 1));
        story.report(
            story.operation().attempts().current().orElseThrow().claimId(),
            report(Result.NOT_SENT, Detail.CONNECTION_REFUSED));
      } else {
        story.fire(Timers.Kind.OFFER);
      }
    }

    // then the limit of offers holds for it as for any attempt
    Duration tried = Duration.between(began, story.now());
    assertTrue(tried.compareTo(Duration.ofMinutes(20)) < 0, () -> "tried for " + tried);
  }

  @Test
  void shouldGiveUpWhenTheKeyStaysInFlight() {
    // given a destination whose first call under the key never ends
    Story story = new Story(PolicySample.cautious());
    story.submit();
    int rounds = 0;

    // when each attempt is told so, and each readback shows nothing
    while (!(story.state() instanceof OperationState.Unresolved) && rounds++ < 100) {
      switch (story.state()) {
        case OperationState.Ready ready when ready.offered() -> story.claim("c-" + story.token());
        case OperationState.Ready ready -> story.fire(Timers.Kind.OFFER);
        case OperationState.Claimed claimed ->
            story.report("c-" + story.token(), report(Result.UNKNOWN, Detail.KEY_IN_FLIGHT));
        default -> {
          story.fire(Timers.Kind.SETTLE);
          story.answer(Kind.ABSENT);
        }
      }
    }

    // then it goes to a person, not round for ever
    assertInstanceOf(OperationState.Unresolved.class, story.state());
  }

  @Test
  void shouldNotOfferARetryThatWouldBeRefused() {
    // given something wrong that was found although nothing was ever sent
    Story story = new Story(PolicySample.cautious());
    story.submit();
    story.answer(1, 0, seen(Kind.MISMATCH));

    // when
    boolean offered = Questions.allowed(story.state()).containsKey(Review.Action.AUTHORISE_RETRY);

    // then
    assertFalse(offered);
  }

  private static Story tokenTwoGranted() {
    Story story = new Story(PolicySample.cautious());
    story.submit();
    story.claim("c-1");
    story.report("c-1", report(Result.NOT_SENT, Detail.CONNECTION_REFUSED));
    story.fire(Timers.Kind.OFFER);
    story.claim("c-2");
    return story;
  }

  private static Story refused() {
    Story story = new Story(PolicySample.cautious());
    story.submit();
    story.claim("c-1");
    story.report("c-1", report(Result.REFUSED, Detail.REJECTED_BY_DESTINATION));
    return story;
  }
}
