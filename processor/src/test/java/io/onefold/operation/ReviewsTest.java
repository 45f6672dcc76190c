package io.onefold.operation;

import static io.onefold.operation.Samples.accepted;
import static io.onefold.operation.Samples.report;
import static io.onefold.operation.Samples.seen;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.operation.Observation.Kind;
import io.onefold.operation.OperationState.Ready;
import io.onefold.operation.OperationState.Resolved;
import io.onefold.operation.OperationState.Unresolved;
import io.onefold.operation.SendReport.Result;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What people may decide, and when their decision comes too late or too early. */
class ReviewsTest {

  @Test
  void shouldRefuseARetryBeforeTheSettlePoint() {
    // given an effect that may not be visible yet
    Story story = unresolvedBeforeSettle();

    // when
    Decision decision = story.review(Review.Action.AUTHORISE_RETRY);

    // then
    assertRefused(decision);
  }

  @Test
  void shouldRefuseARetryThatWasDecidedBeforeTheSettlePointAndArrivesAfterIt() {
    // given a person who looked before the settle point
    Story story = unresolvedBeforeSettle();
    long loaded = story.operation().movedAt();
    story.fire(Timers.Kind.SETTLE);

    // when
    Decision stale = story.review(Review.Action.AUTHORISE_RETRY, loaded);
    Decision fresh = story.review(Review.Action.AUTHORISE_RETRY);

    // then only a decision on what could be seen since counts
    assertRefused(stale);
    assertInstanceOf(Ready.class, fresh.after());
  }

  @Test
  void shouldPublishTheQuestionAgainWhenTheSettlePointIsReached() {
    // given
    Story story = unresolvedBeforeSettle();

    // when
    Decision decision = story.fire(Timers.Kind.SETTLE);

    // then its new sequence is told
    assertTrue(decision.effects().contains(new OperationEffect.PublishEscalation()));
  }

  @Test
  void shouldRefuseADecisionThatIsDeliveredAgainLater() {
    // given a retry that was authorised, carried out and left open again
    Story story = unresolvedBeforeSettle();
    story.fire(Timers.Kind.SETTLE);
    long signed = story.operation().movedAt();
    story.review(Review.Action.AUTHORISE_RETRY, signed);
    story.claim("c-2");
    story.report("c-2", report(Result.UNKNOWN));
    story.answer(Kind.NOTHING_TO_ASK);
    story.fire(Timers.Kind.SETTLE);

    // when the old signature is read once more
    Decision decision = story.review(Review.Action.AUTHORISE_RETRY, signed);

    // then it authorises nothing
    assertRefused(decision);
    assertEquals(2, story.token());
  }

  @Test
  void shouldRefuseARetryWhenTheHolderIsNotKnownToBeOver() {
    // given settle alone
    Story story = StateSamples.all().get("un-lease").get();

    // when
    Decision decision = story.review(Review.Action.AUTHORISE_RETRY);

    // then
    assertRefused(decision);
  }

  @Test
  void shouldAllowARetryWhenTheHolderIsProvedDeadAndTheSettleTimePassed() {
    // given
    Story story = StateSamples.all().get("un-lease").get();
    story.workerRestarts();
    Decision early = story.review(Review.Action.AUTHORISE_RETRY);
    story.fire(Timers.Kind.SETTLE);

    // when
    Decision decision = story.review(Review.Action.AUTHORISE_RETRY);

    // then
    assertRefused(early);
    assertInstanceOf(Ready.class, decision.after());
  }

  @Test
  void shouldRefuseARetryWhenAnEffectWasSeen() {
    // given
    Story story = StateSamples.all().get("un-wrong").get();

    // when
    Decision decision = story.review(Review.Action.AUTHORISE_RETRY);

    // then
    assertRefused(decision);
  }

  @Test
  void shouldRecordTheOutcomeAsUnknownWhenNotDoneIsSaidTooEarly() {
    // given
    Story story = unresolvedBeforeSettle();

    // when
    Decision decision = story.review(Review.Action.CONFIRM_NOT_DONE);

    // then
    Resolved resolved = assertInstanceOf(Resolved.class, decision.after());
    assertEquals(Ending.Outcome.RESOLVED_UNKNOWN, resolved.ending().outcome());
  }

  @Test
  void shouldRefuseADecisionWhenEvidenceCameInBetween() {
    // given a person who has loaded the case
    Story story = unresolvedBeforeSettle();
    story.fire(Timers.Kind.SETTLE);
    long loaded = story.operation().movedAt();

    // when an acceptance is recorded before the signature
    story.report(1, "c-1", accepted("p-1"));
    Decision decision = story.review(Review.Action.CONFIRM_NOT_DONE, loaded);

    // then
    assertRefused(decision);
  }

  @Test
  void shouldStillAcceptAnApprovalWhenACopyOfAnotherAgeCameInBetween() {
    // given an intent that waits for its approval, and a person who looks at it
    Intent unapproved = Samples.intent(Samples.HASH, Optional.empty());
    Story story = new Story(PolicySample.cautious());
    story.submit(unapproved);
    long seen = story.state().sequence();

    // when the same intent is delivered again, with the time of its own record, before the approval
    story.submit(Samples.issuedAt(unapproved, Samples.T0.plusSeconds(5)));
    Decision decision =
        story.take(
            new OperationInput.ReviewSubmitted(
                Samples.T0.plusSeconds(9),
                Story.ORIGIN,
                Samples.review(Review.Action.APPROVE, seen)));

    // then
    assertInstanceOf(OperationState.Ready.class, decision.after());
  }

  @Test
  void shouldStillAcceptADecisionWhenOnlyNoiseCameInBetween() {
    // given
    Story story = unresolvedBeforeSettle();
    story.fire(Timers.Kind.SETTLE);
    long loaded = story.operation().movedAt();

    // when duplicates and refused claims are journalled meanwhile
    story.submit();
    story.claim(1, "c-9");
    Decision decision = story.review(Review.Action.CONFIRM_NOT_DONE, loaded);

    // then
    Resolved resolved = assertInstanceOf(Resolved.class, decision.after());
    assertEquals(Ending.Outcome.RESOLVED_NOT_DONE, resolved.ending().outcome());
  }

  @Test
  void shouldKeepAskingWhileAGrantIsLiveAndNothingElse() {
    // given something wrong that was found while an attempt runs
    Story story = StateSamples.all().get("un-live").get();

    // when
    Decision retry = story.review(Review.Action.AUTHORISE_RETRY);
    Decision notDone = story.review(Review.Action.CONFIRM_NOT_DONE);

    // then
    assertRefused(retry);
    Resolved resolved = assertInstanceOf(Resolved.class, notDone.after());
    assertEquals(Ending.Outcome.RESOLVED_UNKNOWN, resolved.ending().outcome());
  }

  @Test
  void shouldVerifyByReadbackWhenAPersonHasItAskedAgain() {
    // given
    Story story = unresolvedBeforeSettle();
    story.review(Review.Action.RECHECK);

    // when
    Decision decision = story.answer(story.lastReadback(), seen(Kind.MATCH));

    // then
    assertInstanceOf(OperationState.Verified.class, decision.after());
  }

  private static Story unresolvedBeforeSettle() {
    return StateSamples.all().get("un-early").get();
  }

  private static void assertRefused(Decision decision) {
    Step.Stay stay = assertInstanceOf(Step.Stay.class, decision.event().step());
    assertEquals(Step.Remark.REVIEW_REFUSED, stay.remark());
    assertInstanceOf(Unresolved.class, decision.after());
  }
}
