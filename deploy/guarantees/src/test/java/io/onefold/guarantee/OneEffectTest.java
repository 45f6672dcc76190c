package io.onefold.guarantee;

import static io.onefold.guarantee.Told.breaks;
import static io.onefold.guarantee.Told.keeps;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OneEffectTest {
  static Stream<Arguments> runs() {
    return Stream.of(
        breaks("a second effect", Stories.verified().stored("I2"), "two-effects"),
        breaks(
            "a second effect with other content",
            Stories.verified().stored("I2", Story.ACCOUNT, false),
            "two-effects"),
        breaks(
            "a second effect in another account",
            Stories.verified().stored("I2", "other", true),
            "two-effects"),
        breaks(
            "a second effect after the first was removed",
            Stories.verified().see(new Seen.Removed(Instant.EPOCH, Story.ID, "I1")).stored("I2"),
            "two-effects"),
        breaks(
            "both attempts after a proof of absence",
            Stories.secondVerified().stored("I0"),
            "two-effects"),
        breaks(
            "both attempts, and an assumption broken on which no repetition rests",
            Stories.secondVerified()
                .stored("I0")
                .broken(Assumption.KEYS_ARE_REMEMBERED)
                .broken(Assumption.CLASSIFICATION_IS_TRUE)
                .broken(Assumption.REVIEWERS_ARE_TRUTHFUL),
            "two-effects"),
        breaks(
            "both attempts after a pause, where the contract does not rest on pauses",
            Stories.secondVerified().stored("I0").broken(Assumption.PAUSES_ARE_BOUNDED),
            "two-effects"),
        keeps(
            "both attempts, because settle was too short",
            Stories.secondVerified().stored("I0").broken(Assumption.SETTLE_IS_LONG_ENOUGH)),
        breaks("an effect that nobody asked for", new Story().stored("I1"), "foreign-effect"),
        keeps("two attempts, one effect", Stories.secondVerified()));
  }

  @Test
  void shouldListExcuseWithAssumptionWhenOneIsBroken() {
    // given
    Story story =
        Stories.secondVerified()
            .stored("I0")
            .broken(Assumption.SETTLE_IS_LONG_ENOUGH)
            .broken(Assumption.KEYS_ARE_REMEMBERED);

    // when
    List<Excused> excused = story.judged().excused();

    // then
    assertEquals(1, excused.size());
    assertEquals("two-effects", excused.getFirst().violation().rule());
    assertEquals(Set.of(Assumption.SETTLE_IS_LONG_ENOUGH), excused.getFirst().assumptions());
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
