package io.onefold.guarantee;

import static io.onefold.guarantee.Told.breaks;
import static io.onefold.guarantee.Told.keeps;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.TimerFired;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EverythingIsInTheLogTest {
  static Stream<Arguments> runs() {
    return Stream.of(
        breaks(
            "a report that stands in no topic",
            unheard(Stories.verified()),
            "evidence-without-record"),
        breaks("a death that nobody proved", died(new Story()), "evidence-without-record"),
        keeps("a death that a new start proves", died(new Story().started("w", 2L))),
        breaks(
            "an incomplete answer that the journal calls complete",
            Stories.waiting(completed(), new TimerFired("OFFER", 2)),
            "evidence-without-record"),
        breaks(
            "an intent that is not in the journal", Stories.verified().submitted(), "intent-lost"),
        keeps(
            "an intent that came twice",
            Stories.verified().submitted().intent("STAY", "DUPLICATE_INTENT", "VERIFIED")),
        keeps(
            "an intent that was read twice",
            Stories.verified().intent("STAY", "DUPLICATE_INTENT", "VERIFIED")),
        breaks("an event that is gone", without(2), "sequence-gap", "state-gap", "chain-broken"),
        breaks("a byte that was changed", changed(), "chain-broken", "chain-broken"),
        breaks(
            "an event that is there twice", twice(), "sequence-gap", "state-gap", "chain-broken"));
  }

  /** The story without what workers reported last. */
  private static Story unheard(Story story) {
    List<Seen> reports = story.seen().stream().filter(Seen.Reported.class::isInstance).toList();
    story.seen().remove(reports.getLast());
    return story;
  }

  private static Story died(Story story) {
    return Stories.waiting(
        story.admitted().granted("c1").died("ASK", "", "COMMIT_UNKNOWN"),
        new TimerFired("DEADLINE", 1));
  }

  /** The worker did not see all; the ledger decided as if it had. */
  private static Story completed() {
    Story story = Stories.settled(new Story());
    ReadbackObservation seen = Story.observation("NOT_FOUND", "ABSENT", "");
    seen.setComplete(false);
    return story
        .worker(new ReadbackReported(1, 2, seen))
        .event(
            new ReadbackReported(1, 2, Story.observation("NOT_FOUND", "ABSENT", "")),
            "OFFER",
            "PROVED_ABSENT",
            "READY");
  }

  /** A story that waits, without the event that has this place. */
  private static Story without(int place) {
    Story story = noisy();
    story.seen().remove(journalled(story).get(place));
    return story;
  }

  private static Story noisy() {
    return Stories.waiting(
        new Story()
            .admitted()
            .timer("LEASE", "STAY", "JOURNALLED", "READY")
            .event(new TimerFired("OFFER", 1), "STAY", "JOURNALLED", "HELD")
            .event(new TimerFired("OFFER", 1), "STAY", "JOURNALLED", "READY"),
        new TimerFired("OFFER", 1));
  }

  private static List<Seen.Journalled> journalled(Story story) {
    return story.seen().stream()
        .filter(Seen.Journalled.class::isInstance)
        .map(Seen.Journalled.class::cast)
        .toList();
  }

  private static Story changed() {
    Story story = noisy();
    byte[] value = journalled(story).get(1).value();
    value[10] ^= 1;
    // What the chain of this event covers is wrong, and so is what the next one begins with.
    value[value.length - 1] ^= 1;
    return story;
  }

  private static Story twice() {
    Story story = noisy();
    Seen.Journalled moved = journalled(story).get(2);
    story.seen().add(story.seen().indexOf(moved), moved);
    return story;
  }

  @Test
  void shouldBreakNothingWhenStoryIsWhole() {
    // given
    Story story = noisy();

    // when
    List<String> broken = story.broken();

    // then
    assertEquals(List.of(), broken);
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
