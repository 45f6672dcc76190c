package io.onefold.operation;

import static io.onefold.operation.Samples.accepted;
import static io.onefold.operation.Samples.report;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.operation.OperationEffect.SendGrant;
import io.onefold.operation.OperationState.Claimed;
import io.onefold.operation.OperationState.CommitUnknown;
import io.onefold.operation.OperationState.Ready;
import io.onefold.operation.OperationState.Unresolved;
import io.onefold.operation.SendReport.Detail;
import io.onefold.operation.SendReport.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The compare-and-swap, and whose word about an attempt is believed. */
class ClaimsAndReportsTest {
  private final Story story = new Story(PolicySample.cautious());

  @Test
  void shouldGrantOnceWhenSeveralWorkersClaimTheSameToken() {
    // given
    story.submit();

    // when
    Decision first = story.claim("c-1");
    Decision second = story.claim(1, "c-2");

    // then
    assertEquals(List.of(new SendGrant(1, "c-1")), first.effects());
    assertEquals(List.of(), second.effects());
  }

  @Test
  void shouldGrantNothingWhenAClaimNamesAnOldToken() {
    // given token 2 on offer
    secondOffered();

    // when
    Decision decision = story.claim(1, "c-late");

    // then
    assertEquals(List.of(), decision.effects());
    assertInstanceOf(Ready.class, decision.after());
  }

  @Test
  void shouldGrantOnlyTheNewTokenWhenTheOldOneWasNeverGranted() {
    // given token 1 that nobody claimed, and a retry that a person authorised
    story.submit();
    while (story.state() instanceof Ready) {
      story.fire(Timers.Kind.OFFER);
    }
    story.review(Review.Action.AUTHORISE_RETRY);

    // when the claim of token 1 arrives after all
    Decision late = story.claim(1, "c-1");
    Decision current = story.claim(2, "c-2");

    // then
    assertEquals(List.of(), late.effects());
    assertEquals(List.of(new SendGrant(2, "c-2")), current.effects());
  }

  @Test
  void shouldNotRetryWhenSomeoneElseGivesUpTheSameToken() {
    // given c-1 holds the grant, and c-2 had claimed the same token
    story.submit();
    story.claim("c-1");

    // when c-2 gives its claim up
    Decision decision = story.report(1, "c-2", report(Result.NOT_SENT, Detail.GIVEN_UP));

    // then the grant stands
    assertInstanceOf(Claimed.class, decision.after());
    assertEquals(1, story.token());
  }

  @Test
  void shouldNotBelieveAReportWhoseTokenIsNotThatOfItsClaim() {
    // given
    secondOffered();
    story.claim("c-2");

    // when
    Decision decision = story.report(1, "c-2", report(Result.NOT_SENT));

    // then
    assertInstanceOf(Claimed.class, decision.after());
  }

  @Test
  void shouldBelieveTheHolderOnceWhenItReportsTwice() {
    // given
    story.submit();
    story.claim("c-1");
    story.report("c-1", report(Result.UNKNOWN, Detail.TIMEOUT));

    // when it changes its word
    Decision decision = story.report("c-1", report(Result.NOT_SENT));

    // then
    assertInstanceOf(CommitUnknown.class, decision.after());
    assertEquals(1, story.token());
  }

  @Test
  void shouldCountAnAcceptanceWhenTheHolderReportsASecondTime() {
    // given an attempt that counts as not sent, and its successor on offer
    secondOffered();

    // when the first holder says that it was accepted after all
    Decision decision = story.report(1, "c-1", accepted("p-1"));

    // then the offer is withdrawn
    assertInstanceOf(CommitUnknown.class, decision.after());
    assertTrue(story.claim(2, "c-2").effects().isEmpty());
  }

  @Test
  void shouldReadBackAndNotRetryWhenTheOutcomeIsUnknown() {
    // given
    story.submit();
    story.claim("c-1");

    // when
    Decision decision = story.report("c-1", report(Result.UNKNOWN, Detail.TIMEOUT));

    // then
    assertEquals(List.of(new OperationEffect.SendReadback(1, 1)), decision.effects());
    assertEquals(1, story.token());
  }

  @Test
  void shouldReadBackAndNotRetryWhenTheLeaseEnds() {
    // given
    story.submit();
    story.claim("c-1");

    // when
    Decision decision = story.fire(Timers.Kind.LEASE);

    // then
    assertInstanceOf(CommitUnknown.class, decision.after());
    assertEquals(1, story.token());
  }

  @Test
  void shouldRestartTheLeaseInFullWhenAnotherInstanceTakesOver() {
    // given
    story.submit();
    story.claim("c-1");
    story.later(Duration.ofSeconds(50));

    // when
    story.restartIntervals();

    // then
    Instant until = story.now().plus(story.policy().lease());
    assertEquals(Optional.of(until), story.operation().timers().at(Timers.Kind.LEASE));
    assertEquals(until, story.operation().attempts().current().orElseThrow().leaseUntil());
  }

  @Test
  void shouldEscalateWhenNobodyClaims() {
    // given
    story.submit();

    // when offers are repeated until the limit
    int offers = 0;
    Decision last = story.fire(Timers.Kind.OFFER);
    while (last.effects().contains(new OperationEffect.SendOffer())) {
      offers++;
      last = story.fire(Timers.Kind.OFFER);
    }

    // then
    Unresolved unresolved = assertInstanceOf(Unresolved.class, last.after());
    assertEquals(Reason.NOT_CLAIMED, unresolved.concern().reason());
    assertEquals(19, offers, "every 30 s within 10 min");
  }

  @Test
  void shouldOfferOnceMoreWhenTheDestinationAskedForALongDelay() {
    // given a delay beyond the limit of offers
    story.submit();
    story.claim("c-1");
    story.report("c-1", Samples.deferred(Duration.ofHours(2)));

    // when it is over
    Decision decision = story.fire(Timers.Kind.OFFER);

    // then the attempt gets its chance
    assertEquals(List.of(new OperationEffect.SendOffer()), decision.effects());
    assertFalse(story.now().isBefore(Samples.T0.plus(Duration.ofHours(2))));
  }

  @Test
  void shouldSpendNothingWhenAnAttemptDidNotReachTheDestination() {
    // given
    story.submit();

    // when more attempts than the budget are never sent
    for (int i = 1; i <= 5; i++) {
      story.claim("c-" + i);
      story.report("c-" + i, report(Result.NOT_SENT, Detail.NAME_NOT_RESOLVED));
      story.fire(Timers.Kind.OFFER);
    }

    // then
    assertInstanceOf(Ready.class, story.state());
    assertEquals(0, story.operation().attempts().spent());
  }

  @Test
  void shouldRefuseClaimsOfFormerLivesWhenAWorkerCameBack() {
    // given
    story.submit();

    // when
    Decision decision =
        story.take(
            new OperationInput.ClaimRequested(
                story.now(), Story.ORIGIN, 1, "c-1", Samples.WORKER, false));

    // then
    assertInstanceOf(Ready.class, decision.after());
    assertEquals(List.of(), decision.effects());
  }

  private void secondOffered() {
    story.submit();
    story.claim("c-1");
    story.report("c-1", report(Result.NOT_SENT, Detail.CONNECTION_REFUSED));
    story.fire(Timers.Kind.OFFER);
  }
}
