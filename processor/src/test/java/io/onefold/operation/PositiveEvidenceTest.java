package io.onefold.operation;

import static io.onefold.operation.Samples.accepted;
import static io.onefold.operation.Samples.report;
import static io.onefold.operation.Samples.seen;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.operation.Observation.Kind;
import io.onefold.operation.OperationState.Claimed;
import io.onefold.operation.OperationState.CommitUnknown;
import io.onefold.operation.OperationState.Unresolved;
import io.onefold.operation.OperationState.Verified;
import io.onefold.operation.SendReport.Detail;
import io.onefold.operation.SendReport.Result;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What was seen once is never unseen, and what has ended stays as it is. */
class PositiveEvidenceTest {
  private final Story story = new Story(PolicySample.cautious());

  @Test
  void shouldNeverRetryWhenAnAcceptedEffectIsNotShown() {
    // given a positive answer, and a destination that does not show the item
    story.submit();
    story.claim("c-1");
    story.report("c-1", accepted("p-1"));

    // when every readback until the deadline finds nothing
    while (story.state() instanceof CommitUnknown) {
      story.answer(Kind.ABSENT);
      Timers.Kind next =
          story
              .operation()
              .timers()
              .dueAt(story.operation().timers().first().orElseThrow())
              .orElseThrow();
      story.fire(next);
    }

    // then
    Unresolved unresolved = assertInstanceOf(Unresolved.class, story.state());
    assertEquals(Reason.CONTRADICTING_EVIDENCE, unresolved.concern().reason());
    assertEquals(1, story.token());
  }

  @Test
  void shouldWithdrawTheOfferWhenAnEarlierAttemptWasAccepted() {
    // given token 2 on offer
    secondOffered();

    // when
    Decision decision = story.report(1, "c-0", accepted("p-1"));

    // then nobody can claim it any more
    assertInstanceOf(CommitUnknown.class, decision.after());
    assertEquals(List.of(), story.claim(2, "c-2").effects());
  }

  @Test
  void shouldNotRetryWhenAnEarlierAttemptWasAcceptedWhileTheNextOneRan() {
    // given token 2 granted, and the acceptance of token 1
    secondOffered();
    story.claim("c-2");
    Decision kept = story.report(1, "c-0", accepted("p-1"));

    // when token 2 is certainly not committed
    Decision decision = story.report("c-2", report(Result.NOT_SENT));

    // then
    assertInstanceOf(Claimed.class, kept.after());
    Unresolved unresolved = assertInstanceOf(Unresolved.class, decision.after());
    assertEquals(Reason.CONTRADICTING_EVIDENCE, unresolved.concern().reason());
  }

  @Test
  void shouldTellPeopleWhenAnEarlierAttemptHadAnEffectAfterAll() {
    // given token 2 on offer, because token 1 had done nothing
    secondOffered();
    story.report(1, "c-0", accepted("p-1"));

    // when it ends well
    Decision decision = story.answer(0, seen(Kind.MATCH, Optional.of("p-1")));

    // then somebody still has to look at what the contract says
    assertInstanceOf(Verified.class, decision.after());
    assertEquals(
        Optional.of(Reason.CONTRADICTING_EVIDENCE),
        Questions.open(decision.after()).map(Concern::reason));
  }

  @Test
  void shouldOpenOneQuestionWhenAnEffectThatWasRuledOutIsAlsoWrong() {
    // given token 2 on offer, because token 1 had done nothing
    secondOffered();

    // when several are found
    Decision decision = story.answer(0, seen(Kind.MANY));

    // then
    Unresolved unresolved = assertInstanceOf(Unresolved.class, decision.after());
    assertEquals(Reason.DUPLICATE_EFFECTS, unresolved.concern().reason());
    assertEquals(Optional.empty(), unresolved.operation().notice());
  }

  @Test
  void shouldTellNobodyWhenAReplayIsFoundToHaveHadAnEffectBefore() {
    // given an attempt that repeats an open one under the same key
    Story replay = StateSamples.all().get("ready-replay").get();

    // when
    Decision decision = replay.report(1, "c-0", accepted("p-1"));

    // then that was to be expected
    assertInstanceOf(CommitUnknown.class, decision.after());
    assertEquals(Optional.empty(), Questions.open(decision.after()));
  }

  @Test
  void shouldNotVerifyWhenSeveralWereSeenBefore() {
    // given
    story.submit();
    story.claim("c-1");
    story.report("c-1", accepted("p-1"));
    story.answer(Kind.MANY);

    // when an older readback saw just one
    Decision decision = story.answer(0, seen(Kind.MATCH));
    story.review(Review.Action.RECHECK);
    Decision again = story.answer(Kind.MATCH);

    // then only a person closes it
    assertInstanceOf(Unresolved.class, decision.after());
    assertInstanceOf(Unresolved.class, again.after());
  }

  @Test
  void shouldNotVerifyWhenTwoAttemptsNameTwoEffects() {
    // given token 1 and token 2 each accepted under an identifier of its own
    secondOffered();
    story.claim("c-2");
    story.report(1, "c-0", accepted("p-1"));
    story.report("c-2", accepted("p-2"));

    // when the second one is found
    Decision decision = story.answer(0, seen(Kind.MATCH, Optional.of("p-2")));

    // then the first one may still be there
    Unresolved unresolved = assertInstanceOf(Unresolved.class, decision.after());
    assertEquals(Reason.DUPLICATE_EFFECTS, unresolved.concern().reason());
  }

  @Test
  void shouldAskOnceMoreWhenSomethingIsFoundWhileAnAttemptRuns() {
    // given
    story.submit();
    story.claim("c-1");

    // when
    Decision decision = story.answer(1, 0, seen(Kind.MATCH));

    // then the holder's own effect could be a second one
    assertInstanceOf(CommitUnknown.class, decision.after());
    assertEquals(List.of(new OperationEffect.SendReadback(1, 1)), decision.effects());
  }

  @Test
  void shouldVerifyAndCloseTheQuestionWhenItIsFoundLate() {
    // given
    story.submit();
    story.claim("c-1");
    story.report("c-1", report(Result.UNKNOWN));
    story.fire(Timers.Kind.DEADLINE);

    // when
    Decision decision = story.answer(Kind.MATCH);

    // then
    assertInstanceOf(Verified.class, decision.after());
    assertEquals(Optional.empty(), Questions.open(decision.after()));
    assertTrue(decision.effects().contains(new OperationEffect.PublishEscalation()));
  }

  @Test
  void shouldSendNothingWhenAnythingComesAfterTheEnd() {
    // given
    Story ended = StateSamples.all().get("verified").get();
    OperationState.Final before = (OperationState.Final) ended.state();

    // when
    ended.submit();
    ended.claim(1, "c-2");
    ended.report(1, "c-1", report(Result.NOT_SENT));
    ended.answer(1, 1, seen(Kind.ABSENT));
    ended.workerRestarts();
    ended.restartIntervals();

    // then
    assertEquals(before.ending(), ((OperationState.Final) ended.state()).ending());
  }

  @Test
  void shouldReportADuplicateWhenAnotherItemIsAcceptedAfterTheEnd() {
    // given
    Story ended = StateSamples.all().get("verified").get();

    // when
    Decision decision = ended.report(1, "c-0", accepted("p-2"));

    // then
    assertEquals(
        Optional.of(Reason.DUPLICATE_EFFECTS),
        Questions.open(decision.after()).map(Concern::reason));
  }

  @Test
  void shouldNotSendAgainWhenTheIntentComesBackAfterForgetting() {
    // given
    Story forgotten = StateSamples.all().get("forgotten-verified").get();

    // when
    Decision same = forgotten.submit();
    Decision other =
        forgotten.submit(
            Samples.intent(Samples.OTHER_HASH, Optional.of(Samples.approval(Samples.OTHER_HASH))));

    // then
    assertEquals(List.of(), same.effects());
    assertEquals(List.of(new OperationEffect.PublishEscalation()), other.effects());
  }

  @Test
  void shouldRefuseAnIntentThatIsOlderThanTheDedupeWindow() {
    // given a ledger that may have forgotten the operation altogether
    story.later(story.policy().dedupeWindow()).later(Duration.ofMillis(1));

    // when
    Decision decision = story.submit();

    // then
    Unresolved unresolved = assertInstanceOf(Unresolved.class, decision.after());
    assertEquals(Reason.STALE_INTENT, unresolved.concern().reason());
  }

  private void secondOffered() {
    story.submit();
    story.claim("c-1");
    story.report("c-1", report(Result.NOT_SENT, Detail.CONNECTION_REFUSED));
    story.fire(Timers.Kind.OFFER);
  }
}
