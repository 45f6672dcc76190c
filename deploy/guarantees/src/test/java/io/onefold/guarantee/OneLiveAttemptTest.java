package io.onefold.guarantee;

import static io.onefold.guarantee.Told.breaks;
import static io.onefold.guarantee.Told.keeps;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.schema.IntervalsRestarted;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.Send;
import io.onefold.schema.TimerFired;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OneLiveAttemptTest {
  static Stream<Arguments> runs() {
    return Stream.of(claims(), tokens(), evidence(), reviews(), intervals(), ends())
        .flatMap(rows -> rows);
  }

  private static Story ready() {
    return new Story().admitted();
  }

  private static Stream<Arguments> claims() {
    return Stream.of(
        breaks(
            "one token granted to two claims",
            Stories.verify(Stories.stored(ready(), "c1").claims("c2").granting("c2")),
            "two-grants-for-token",
            "two-grants-for-token"),
        breaks(
            "a grant commanded twice",
            Stories.verified().command(Story.grant(1, "c1")),
            "two-grants-for-token"),
        keeps(
            "two claims, one refused",
            Stories.verify(
                Stories.stored(ready(), "c1").claims("c2").claimEvent("c2", "STAY", "CLAIMED"))),
        breaks(
            "a grant to a claim that nobody made",
            Stories.verify(ready().granting("c1").written().stored("I1")),
            "grant-without-claim",
            "evidence-without-record"),
        breaks(
            "a grant that is not in the journal",
            Stories.secondAttempt().command(Story.grant(3, "c3")),
            "grant-without-claim",
            "open-without-escalation"),
        breaks("a write without a grant", Stories.verified().written(), "write-without-grant"),
        breaks(
            "a write that was reported as not sent", notSent().written(), "write-though-not-sent"),
        keeps("an attempt that was not sent", notSent()),
        keeps(
            "a write that was reported as not sent, where classification lies",
            notSent().written().broken(Assumption.CLASSIFICATION_IS_TRUE)));
  }

  /** The first attempt was never sent, the second verified. */
  private static Story notSent() {
    return Stories.verifyThird(
        ready()
            .granted("c1")
            .report("c1", "NOT_SENT", "OFFER", "NOT_COMMITTED", "READY")
            .granted("c2")
            .written()
            .stored("I1"));
  }

  private static Stream<Arguments> tokens() {
    return Stream.of(
        breaks(
            "an old token commanded again",
            Stories.verifySecond(Stories.secondAttempt().stored("I1")).command(new Send(1)),
            "tokens-rise",
            "send-after-end"),
        breaks(
            "a token left out",
            Stories.waiting(
                ready()
                    .granted("c1")
                    .worker(Story.sent(1, "c1", "NOT_SENT").getReport())
                    .event(Story.sent(1, "c1", "NOT_SENT"), "OFFER", "NOT_COMMITTED", "READY", 3),
                new TimerFired("OFFER", 3)),
            "tokens-rise"),
        keeps(
            "the same token offered again",
            Stories.verify(
                Stories.stored(
                    ready().timer("OFFER", "SEND_OFFER", "", "READY").command(new Send(1)),
                    "c1"))));
  }

  private static Stream<Arguments> evidence() {
    return Stream.of(
        breaks(
            "a new token at the end of a lease",
            Stories.waiting(
                ready().granted("c1").after(Story.LEASE).timer("LEASE", "OFFER", "", "READY"),
                new TimerFired("OFFER", 2)),
            "unjustified-token",
            "unknown-not-asked"),
        breaks(
            "a new token on the word of a claim that does not hold it",
            Stories.waiting(
                ready().granted("c1").report("c2", "NOT_SENT", "OFFER", "NOT_COMMITTED", "READY"),
                new TimerFired("OFFER", 2)),
            "unjustified-token"),
        breaks(
            "a NOT_FOUND to a readback that was issued before the settle point",
            secondAfter(
                Stories.settled(new Story())
                    .readback(1, "NOT_FOUND", "ABSENT", "OFFER", "PROVED_ABSENT", "READY")),
            "unjustified-token"),
        breaks(
            "a NOT_FOUND to a readback that was never issued",
            secondAfter(
                Stories.settled(new Story())
                    .readback(3, "NOT_FOUND", "ABSENT", "OFFER", "PROVED_ABSENT", "READY")),
            "unjustified-token"),
        breaks(
            "an incomplete NOT_FOUND",
            secondAfter(
                Stories.settled(new Story())
                    .readback(2, incomplete(), "OFFER", "PROVED_ABSENT", "READY")),
            "unjustified-token"),
        breaks(
            "a NOT_FOUND after a lease end alone, where a report is needed",
            secondAfter(
                leaseEnd().readback(2, "NOT_FOUND", "ABSENT", "OFFER", "PROVED_ABSENT", "READY")),
            "unjustified-token"),
        keeps(
            "a NOT_FOUND after a lease end, whose process then died",
            secondAfter(
                leaseEnd()
                    .started("w", 2L)
                    .died("ASK", "", "COMMIT_UNKNOWN")
                    .after(Story.SETTLE)
                    .timer("SETTLE", "ASK", "", "COMMIT_UNKNOWN")
                    .readback(4, "NOT_FOUND", "ABSENT", "OFFER", "PROVED_ABSENT", "READY"))),
        breaks(
            "a replay after the key's window",
            secondAfter(
                replay(2 * Story.LEASE).report("c1", "UNKNOWN", "OFFER", "SAFE_REPLAY", "READY")),
            "unjustified-token",
            "unknown-not-asked"),
        breaks(
            "a replay that is offered inside the key's window and granted after it",
            secondAfter(
                replay(0)
                    .report("c1", "UNKNOWN", "OFFER", "SAFE_REPLAY", "READY")
                    .after(2 * Story.LEASE)),
            "unjustified-token"),
        keeps(
            "a replay inside the key's window",
            secondAfter(replay(0).report("c1", "UNKNOWN", "OFFER", "SAFE_REPLAY", "READY"))),
        breaks(
            "an offer after an acceptance",
            secondAfter(
                ready()
                    .granted("c1")
                    .report("c1", "ACCEPTED", "ASK", "", "COMMIT_UNKNOWN")
                    .readback(1, "NOT_FOUND", "ABSENT", "OFFER", "PROVED_ABSENT", "READY")),
            "grant-after-positive-evidence",
            "unjustified-token",
            "grant-after-positive-evidence"));
  }

  private static Story leaseEnd() {
    return ready()
        .granted("c1")
        .after(Story.LEASE)
        .timer("LEASE", "ASK", "", "COMMIT_UNKNOWN")
        .after(Story.SETTLE)
        .timer("SETTLE", "ASK", "", "COMMIT_UNKNOWN");
  }

  private static Story replay(long late) {
    Story story = new Story();
    story.rules.setSafeReplayWindowMs(2 * Story.LEASE);
    return story.admitted().granted("c1").after(late);
  }

  private static ReadbackObservation incomplete() {
    ReadbackObservation seen = Story.observation("NOT_FOUND", "ABSENT", "");
    seen.setComplete(false);
    return seen;
  }

  /** The second attempt was granted; then a person is asked. */
  private static Story secondAfter(Story story) {
    return Stories.waiting(story.granted("c2"), new TimerFired("DEADLINE", 2));
  }

  private static Stream<Arguments> reviews() {
    return Stream.of(
        keeps(
            "a retry that was authorised on what is true now",
            secondAfter(authorised(escalated(Stories.settled(new Story())), 0))),
        breaks(
            "a retry that was authorised on what is no longer true",
            secondAfter(authorised(escalated(Stories.settled(new Story())), 1)),
            "unjustified-token",
            "unknown-not-asked"),
        breaks(
            "a retry that was authorised before the settle point",
            secondAfter(
                authorised(
                    escalated(
                        ready()
                            .granted("c1")
                            .report("c1", "UNKNOWN", "ASK", "", "COMMIT_UNKNOWN")
                            .readback(1, "NOT_FOUND", "ABSENT", "STAY", "", "COMMIT_UNKNOWN")),
                    0)),
            "unjustified-token"));
  }

  private static Story escalated(Story story) {
    return Stories.waiting(story, new TimerFired("DEADLINE", 1));
  }

  private static Story authorised(Story story, long older) {
    return story.review(
        "AUTHORISE_RETRY", story.sequence() - older, "OFFER", "AUTHORISED", "READY");
  }

  private static Stream<Arguments> intervals() {
    return Stream.of(
        breaks(
            "a settle time that is over too early",
            secondAfter(
                ready()
                    .granted("c1")
                    .report("c1", "UNKNOWN", "ASK", "", "COMMIT_UNKNOWN")
                    .after(Story.SETTLE - 1)
                    .timer("SETTLE", "ASK", "", "COMMIT_UNKNOWN")
                    .readback(2, "NOT_FOUND", "ABSENT", "OFFER", "PROVED_ABSENT", "READY")),
            "interval-too-short"),
        breaks(
            "a lease that is over too early",
            Stories.verifyUnheard(
                Stories.stored(ready(), "c1")
                    .after(Story.LEASE - 1)
                    .timer("LEASE", "ASK", "", "COMMIT_UNKNOWN")),
            "interval-too-short"),
        breaks(
            "a settle time that another clock did not begin again",
            secondAfter(
                ready()
                    .granted("c1")
                    .report("c1", "UNKNOWN", "ASK", "", "COMMIT_UNKNOWN")
                    .after(1)
                    .event(
                        new IntervalsRestarted(), "STAY", "INTERVALS_RESTARTED", "COMMIT_UNKNOWN")
                    .after(Story.SETTLE - 1)
                    .timer("SETTLE", "ASK", "", "COMMIT_UNKNOWN")
                    .readback(2, "NOT_FOUND", "ABSENT", "OFFER", "PROVED_ABSENT", "READY")),
            "interval-too-short"),
        keeps(
            "a timer that was set for nothing any more",
            Stories.verify(
                Stories.stored(ready(), "c1").timer("SETTLE", "STAY", "JOURNALLED", "CLAIMED"))));
  }

  private static Stream<Arguments> ends() {
    return Stream.of(
        breaks(
            "an offer after the end, in the journal",
            Stories.verified().timer("OFFER", "SEND_OFFER", "", "VERIFIED"),
            "send-after-end"),
        breaks(
            "an offer after the end, in the commands",
            Stories.verified().command(new Send(1)),
            "send-after-end"),
        breaks(
            "a grant after the end, in the commands",
            Stories.verified().command(Story.grant(2, "c2")),
            "send-after-end"),
        breaks(
            "an offer that is not in the journal",
            Stories.waiting(ready().command(new Send(1)), new TimerFired("OFFER", 1)),
            "offer-not-in-journal"),
        keeps(
            "a claim after the end",
            Stories.verified().claims("c9").claimEvent("c9", "STAY", "VERIFIED")));
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("runs")
  void shouldNameExactlyWhatIsBrokenWhenRunIsJudged(String what, Story story, List<String> rules) {
    // when
    List<String> broken = story.broken();

    // then
    assertEquals(rules, broken, () -> what + ": " + story.judged().violations());
  }
}
