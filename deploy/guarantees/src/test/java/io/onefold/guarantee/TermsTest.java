package io.onefold.guarantee;

import static io.onefold.guarantee.Told.breaks;
import static io.onefold.guarantee.Told.keeps;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.schema.Approval;
import io.onefold.schema.TimerFired;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TermsTest {
  static Stream<Arguments> runs() {
    return Stream.of(admission(), times(), budgets()).flatMap(rows -> rows);
  }

  private static Stream<Arguments> admission() {
    return Stream.of(
        breaks("an intent without its approval", offered(needsApproval()), "unjustified-token"),
        breaks(
            "an intent that was denied",
            offered(approved(needsApproval(), "DENIED", "sha256:0")),
            "unjustified-token"),
        breaks(
            "an intent that was denied where nobody had to approve",
            offered(approved(new Story(), "DENIED", "sha256:0")),
            "unjustified-token"),
        breaks(
            "an approval of another payload",
            offered(approved(needsApproval(), "APPROVED", "sha256:1")),
            "unjustified-token"),
        keeps(
            "an approval of this payload",
            offered(approved(needsApproval(), "APPROVED", "sha256:0"))),
        breaks(
            "an intent for another account",
            offered(new Story().wishing(intent -> intent.setAccount("other"))),
            "unjustified-token"),
        breaks(
            "an intent for another environment",
            offered(new Story().wishing(intent -> intent.setEnvironment("test"))),
            "unjustified-token"),
        keeps("an approval by a reviewer", offeredAfterReview(0)),
        breaks(
            "an approval of what has changed since", offeredAfterReview(1), "unjustified-token"));
  }

  private static Story needsApproval() {
    Story story = new Story();
    story.rules.setApprovalRequired(true);
    return story;
  }

  private static Story approved(Story story, String decision, String hash) {
    return story.wishing(
        intent -> intent.setApproval(new Approval("policy", decision, "jo", 0L, hash)));
  }

  private static Story offered(Story story) {
    return Stories.waiting(story.admitted(), new TimerFired("OFFER", 1));
  }

  private static Story offeredAfterReview(long older) {
    Story story = needsApproval().submitted().intent("ESCALATE", "MISSING_APPROVAL", "UNRESOLVED");
    return Stories.waiting(
        story.review("APPROVE", story.sequence() - older, "OFFER", "ADMITTED", "READY"),
        new TimerFired("OFFER", 1));
  }

  private static Stream<Arguments> times() {
    return Stream.of(
        breaks("an attempt after the intent expired", expiringIn(0), "sent-after-expiry"),
        keeps("an attempt before the intent expired", expiringIn(1)),
        breaks("an offer before its time", offered(waitingFor(1)), "sent-before-its-time"),
        keeps("an offer at its time", offered(waitingFor(0))));
  }

  private static Story expiringIn(long ms) {
    Story story = new Story();
    return Stories.verify(
        Stories.stored(
            story.wishing(intent -> intent.setExpiresAtMs(story.nowMs() + ms)).admitted(), "c1"));
  }

  private static Story waitingFor(long ms) {
    Story story = new Story();
    return story.wishing(intent -> intent.setNotBeforeMs(story.nowMs() + ms));
  }

  private static Stream<Arguments> budgets() {
    return Stream.of(
        breaks("one attempt more than the contract allows", second(1, false), "budget-exceeded"),
        keeps("as many attempts as the contract allows", second(2, false)),
        breaks(
            "one more that a person allows, but does not force", retried(false), "budget-exceeded"),
        keeps("one more that a person forces", retried(true)),
        keeps("one more after an attempt that cost nothing", second(1, true)));
  }

  private static Story second(int most, boolean free) {
    Story story = new Story();
    story.rules.setMaxAttempts(most);
    Story after =
        free
            ? story
                .admitted()
                .granted("c1")
                .report("c1", "NOT_SENT", "OFFER", "NOT_COMMITTED", "READY")
            : Stories.settled(story)
                .readback(2, "NOT_FOUND", "ABSENT", "OFFER", "PROVED_ABSENT", "READY");
    return Stories.waiting(after, new TimerFired("OFFER", 2));
  }

  private static Story retried(boolean force) {
    Story story = new Story();
    story.rules.setMaxAttempts(1);
    Story open = Stories.waiting(Stories.settled(story), new TimerFired("DEADLINE", 1));
    return Stories.waiting(
        open.review("AUTHORISE_RETRY", open.sequence(), force, "OFFER", "AUTHORISED", "READY"),
        new TimerFired("OFFER", 2));
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
