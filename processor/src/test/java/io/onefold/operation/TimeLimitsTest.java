package io.onefold.operation;

import static io.onefold.operation.Samples.T0;
import static io.onefold.operation.Samples.report;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.operation.OperationState.Ready;
import io.onefold.operation.OperationState.Rejected;
import io.onefold.operation.OperationState.Unresolved;
import io.onefold.operation.SendReport.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What must not happen too early or too late, and what does not stay for ever. */
class TimeLimitsTest {

  @Test
  void shouldGrantNothingWhenTheOperationExpiredBeforeItsTimerFired() {
    // given an operation that is past its time while the ledger was busy
    Story story = new Story(PolicySample.cautious());
    story.submit(
        Samples.withTimes(Samples.intent(), Optional.empty(), Optional.of(T0.plusSeconds(10))));
    story.later(Duration.ofSeconds(10));

    // when
    Decision decision = story.claim("c-1");

    // then
    assertInstanceOf(Rejected.class, decision.after());
    assertEquals(List.of(new OperationEffect.PublishReceipt()), decision.effects());
  }

  @Test
  void shouldSettleBeforeAPersonMaySayNotDoneWhenAReplayWasNeverClaimed() {
    // given an open attempt whose replay nobody claims
    Story story = StateSamples.all().get("ready-replay").get();
    while (story.state() instanceof Ready) {
      story.fire(Timers.Kind.OFFER);
    }
    assertInstanceOf(Unresolved.class, story.state());
    boolean early = Proof.allowsNotDone(story.operation());

    // when its settle time has passed
    story.fire(Timers.Kind.SETTLE);

    // then
    assertFalse(early);
    assertTrue(Proof.allowsNotDone(story.operation()));
  }

  @Test
  void shouldAskOnceAfterTheSettlePointWhenTheDeadlineIsShorterThanTheSettleTime() {
    // given
    Story story =
        new Story(
            PolicySample.cautious()
                .settle(Duration.ofMinutes(10))
                .readbackDeadline(Duration.ofMinutes(1)));
    story.submit();
    story.claim("c-1");

    // when
    story.report("c-1", report(Result.UNKNOWN));

    // then
    Timers timers = story.operation().timers();
    Instant settled = timers.at(Timers.Kind.SETTLE).orElseThrow();
    assertTrue(timers.at(Timers.Kind.DEADLINE).orElseThrow().isAfter(settled));
  }

  @Test
  void shouldDropThePayloadWhenTheOperationHasEnded() {
    // given
    Story ended = StateSamples.all().get("verified").get();

    // when
    Intent kept = ended.operation().intent();

    // then its hash is what duplicates are compared by
    assertEquals(Bytes.EMPTY, kept.payload());
    assertEquals(Samples.HASH, kept.payloadHash());
  }

  @Test
  void shouldWaitLongerForAPromise() {
    // given
    Story story = new Story(PolicySample.cautious().jobAllowance(Duration.ofHours(1)));
    story.submit();
    story.claim("c-1");

    // when
    story.report("c-1", report(Result.ACCEPTED_LATER));

    // then
    Instant deadline = story.operation().timers().at(Timers.Kind.DEADLINE).orElseThrow();
    assertEquals(
        story.now().plus(story.policy().readbackDeadline()).plus(Duration.ofHours(1)), deadline);
  }
}
