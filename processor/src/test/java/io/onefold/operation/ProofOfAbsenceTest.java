package io.onefold.operation;

import static io.onefold.operation.Samples.report;
import static io.onefold.operation.Samples.seen;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.operation.Observation.Kind;
import io.onefold.operation.OperationState.CommitUnknown;
import io.onefold.operation.OperationState.Ready;
import io.onefold.operation.OperationState.Rejected;
import io.onefold.operation.OperationState.Unresolved;
import io.onefold.operation.SendReport.Detail;
import io.onefold.operation.SendReport.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When "nothing is there" proves that nothing was stored. */
class ProofOfAbsenceTest {

  @Test
  void shouldNotRetryWhenNothingIsFoundBeforeTheSettlePoint() {
    // given
    Story story = unknown(PolicySample.cautious());

    // when
    Decision decision = story.answer(Kind.ABSENT);

    // then
    assertInstanceOf(CommitUnknown.class, decision.after());
  }

  @Test
  void shouldNotRetryWhenAReadbackIssuedBeforeTheSettlePointIsAnsweredAfterIt() {
    // given a readback on its way while the settle point passes
    Story story = unknown(PolicySample.cautious());
    int early = story.lastReadback();
    story.fire(Timers.Kind.SETTLE);

    // when
    Decision decision = story.answer(early, seen(Kind.ABSENT));

    // then the arrival of the answer does not count
    assertInstanceOf(CommitUnknown.class, decision.after());
  }

  @Test
  void shouldRetryWhenAReadbackIssuedAfterTheSettlePointFindsNothing() {
    // given
    Story story = unknown(PolicySample.cautious());
    story.fire(Timers.Kind.SETTLE);

    // when
    Decision decision = story.answer(Kind.ABSENT);

    // then
    assertInstanceOf(Ready.class, decision.after());
    assertEquals(2, story.token());
  }

  @Test
  void shouldNotRetryWhenTheProofOfAnEarlierTokenIsDeliveredAgain() {
    // given token 1 proved absent by readback n, and token 2 settled
    Story story = unknown(PolicySample.cautious());
    story.fire(Timers.Kind.SETTLE);
    int proof = story.lastReadback();
    story.answer(Kind.ABSENT);
    story.fire(Timers.Kind.OFFER);
    story.claim("c-2");
    story.report("c-2", report(Result.UNKNOWN));
    story.fire(Timers.Kind.SETTLE);

    // when the old proof comes again
    Decision decision = story.answer(1, proof, seen(Kind.ABSENT));
    Decision misnumbered = story.answer(2, proof, seen(Kind.ABSENT));

    // then it says nothing about token 2
    assertInstanceOf(CommitUnknown.class, decision.after());
    assertInstanceOf(CommitUnknown.class, misnumbered.after());
    assertEquals(2, story.token());
  }

  @Test
  void shouldNotRetryWhenTheReadbackWasNotComplete() {
    // given
    Story story = unknown(PolicySample.cautious());
    story.fire(Timers.Kind.SETTLE);

    // when
    Decision decision = story.answer(story.lastReadback(), Samples.incompleteAbsence());

    // then
    assertInstanceOf(CommitUnknown.class, decision.after());
  }

  @Test
  void shouldNotRetryWhenOnlyTheLeaseEndedAndTheContractWantsAReport() {
    // given a holder that may be frozen
    Story story = leaseEnded(PolicySample.cautious());
    story.fire(Timers.Kind.SETTLE);

    // when
    Decision decision = story.answer(Kind.ABSENT);

    // then
    assertInstanceOf(CommitUnknown.class, decision.after());
  }

  @Test
  void shouldRetryWhenTheLeaseEndSuffices() {
    // given
    Story story = leaseEnded(PolicySample.cautious().leaseEndSuffices());
    story.fire(Timers.Kind.SETTLE);

    // when
    Decision decision = story.answer(Kind.ABSENT);

    // then
    assertInstanceOf(Ready.class, decision.after());
  }

  @Test
  void shouldSettleFromTheEndOfTheLeaseWhenAReplayIsHeldBackUnclaimed() {
    // given a call that may still go out until its lease ends, and a replay that nobody claimed
    Story story =
        unknown(PolicySample.cautious().leaseEndSuffices().replaySafeFor(Duration.ofHours(24)));
    Instant leaseEnds = story.operation().attempts().holder().orElseThrow().leaseUntil();
    story.answer(Kind.NOTHING_TO_ASK);
    assertInstanceOf(Ready.class, story.state());

    // when people are asked
    story.answer(1, 0, seen(Kind.MISMATCH));

    // then they cannot call it not done before the first call is over
    assertEquals(
        Optional.of(leaseEnds.plus(story.policy().settle())),
        story.operation().timers().at(Timers.Kind.SETTLE));
  }

  @Test
  void shouldAskAPersonWhenAJobFailsAndAnotherAttemptWasPromisedOneToo() {
    // given token 1 taken for absent, token 2 promised a job, and then the late promise of token 1
    Story story = unknown(PolicySample.cautious());
    story.fire(Timers.Kind.SETTLE);
    story.answer(Kind.ABSENT);
    story.fire(Timers.Kind.OFFER);
    story.claim("c-2");
    story.report("c-2", report(Result.ACCEPTED_LATER));
    story.report(1, "c-0", report(Result.ACCEPTED_LATER));

    // when one of the two jobs has failed
    Decision decision = story.answer(Kind.JOB_FAILED);

    // then the other one may have had its effect
    Unresolved unresolved = assertInstanceOf(Unresolved.class, decision.after());
    assertEquals(Reason.ASYNC_FAILED, unresolved.concern().reason());
  }

  @Test
  void shouldRetryWhenTheHolderIsProvedDeadAndTheSettleTimePassedAgain() {
    // given a lease that ended, a settle point reached, then a proof of death
    Story story = leaseEnded(PolicySample.cautious());
    story.fire(Timers.Kind.SETTLE);
    story.workerRestarts();
    int beforeSettle = story.lastReadback();

    // when
    Decision tooEarly = story.answer(beforeSettle, seen(Kind.ABSENT));
    story.fire(Timers.Kind.SETTLE);
    Decision counted = story.answer(Kind.ABSENT);

    // then
    assertInstanceOf(CommitUnknown.class, tooEarly.after());
    assertInstanceOf(Ready.class, counted.after());
  }

  @Test
  void shouldRestartTheSettleTimeWhenTheHolderReportsAfterTheLeaseEnd() {
    // given a settle point that was reached
    Story story = leaseEnded(PolicySample.cautious().leaseEndSuffices());
    story.fire(Timers.Kind.SETTLE);
    int settledReadback = story.lastReadback();

    // when the holder was alive after all
    story.report("c-1", report(Result.UNKNOWN, Detail.TIMEOUT));
    Decision decision = story.answer(settledReadback, seen(Kind.ABSENT));

    // then what was asked before does not count any more
    assertInstanceOf(CommitUnknown.class, decision.after());
    assertFalse(story.operation().readbacks().settled());
  }

  @Test
  void shouldRestartTheSettleTimeInFullWhenAnotherInstanceTakesOver() {
    // given
    Story story = unknown(PolicySample.cautious());
    story.later(Duration.ofSeconds(59));

    // when
    story.restartIntervals();

    // then
    assertEquals(
        Optional.of(story.now().plus(story.policy().settle())),
        story.operation().timers().at(Timers.Kind.SETTLE));
  }

  @Test
  void shouldWaitForTheSecondConfirmationWhenTheFirstIsDeliveredTwice() {
    // given
    Story story = unknown(PolicySample.cautious().confirmations(2));
    story.fire(Timers.Kind.SETTLE);
    story.answer(Kind.ABSENT);

    // when the same answer comes again, and then the answer to the next readback
    Decision again = story.answer(Kind.ABSENT);
    story.fire(Timers.Kind.READBACK);
    Decision second = story.answer(Kind.ABSENT);

    // then
    assertInstanceOf(CommitUnknown.class, again.after());
    assertInstanceOf(Ready.class, second.after());
  }

  @Test
  void shouldNeverRetryByItselfWhenAbsenceIsNoProof() {
    // given
    Story story = unknown(PolicySample.cautious().absenceIsNoProof());
    story.fire(Timers.Kind.SETTLE);
    story.answer(Kind.ABSENT);

    // when
    Decision decision = story.fire(Timers.Kind.DEADLINE);

    // then
    assertInstanceOf(Unresolved.class, decision.after());
  }

  @Test
  void shouldNotRejectARefusedReplayWhileTheFirstAttemptIsOpen() {
    // given an attempt that may be frozen, and its replay that was refused
    Story story = leaseEnded(PolicySample.cautious().replaySafeFor(Duration.ofHours(24)));
    story.fire(Timers.Kind.DEADLINE);
    story.fire(Timers.Kind.OFFER);
    story.claim("c-2");
    story.report("c-2", report(Result.REFUSED, Detail.REJECTED_BY_DESTINATION));
    story.fire(Timers.Kind.SETTLE);

    // when nothing is there, and nothing can be asked
    Decision absent = story.answer(Kind.ABSENT);
    Decision mute = story.answer(Kind.NOTHING_TO_ASK);

    // then the first attempt may still act
    assertInstanceOf(CommitUnknown.class, absent.after());
    assertInstanceOf(Unresolved.class, mute.after());
    assertTrue(story.operation().attempts().earlierUnknown());
  }

  @Test
  void shouldRejectWhenARefusedAttemptLeftNothing() {
    // given
    Story story = new Story(PolicySample.cautious());
    story.submit();
    story.claim("c-1");
    story.report("c-1", report(Result.REFUSED, Detail.REJECTED_BY_DESTINATION));

    // when one readback, at once, shows nothing
    Decision decision = story.answer(Kind.ABSENT);

    // then
    assertInstanceOf(Rejected.class, decision.after());
  }

  @Test
  void shouldStopReplayingWhenTheKeyWindowHasPassed() {
    // given a replay on offer
    Story story = unknown(PolicySample.cautious().replaySafeFor(Duration.ofHours(1)));
    story.answer(Kind.NOTHING_TO_ASK);
    story.fire(Timers.Kind.OFFER);

    // when it is claimed too late
    Decision decision = story.later(Duration.ofHours(1)).claim("c-2");

    // then
    Unresolved unresolved = assertInstanceOf(Unresolved.class, decision.after());
    assertEquals(Reason.KEY_WINDOW_PASSED, unresolved.concern().reason());
  }

  @Test
  void shouldStopReplayingWhenTheBudgetIsSpent() {
    // given a destination that can only be replayed, with three attempts
    Story story =
        new Story(PolicySample.cautious().withoutReadback().replaySafeFor(Duration.ofDays(30)));
    story.submit();

    // when none ever tells
    for (int i = 1; i <= 3; i++) {
      story.claim("c-" + i);
      story.report("c-" + i, report(Result.UNKNOWN, Detail.TIMEOUT));
      if (story.state() instanceof Ready) {
        story.fire(Timers.Kind.OFFER);
      }
    }

    // then
    Unresolved unresolved = assertInstanceOf(Unresolved.class, story.state());
    assertEquals(Reason.RETRY_BUDGET_SPENT, unresolved.concern().reason());
  }

  private static Story unknown(PolicySample policy) {
    Story story = new Story(policy);
    story.submit();
    story.claim("c-1");
    story.report("c-1", report(Result.UNKNOWN, Detail.TIMEOUT));
    return story;
  }

  private static Story leaseEnded(PolicySample policy) {
    Story story = new Story(policy);
    story.submit();
    story.claim("c-1");
    story.fire(Timers.Kind.LEASE);
    return story;
  }
}
