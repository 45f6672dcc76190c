package io.onefold.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random histories with duplicates, reordering, late answers, crashes, pauses and people. */
class OperationHistoryTest {
  private static final int SEEDS = 500;

  @ParameterizedTest
  @EnumSource(HistoryScenario.class)
  void shouldKeepItsPromisesWhenAnythingHappens(HistoryScenario scenario) {
    for (long seed = 0; seed < SEEDS; seed++) {
      play(scenario, seed);
    }
  }

  @Test
  void shouldReachEveryStateAndEveryReasonForAnotherAttempt() {
    // given
    Set<StateName> reached = EnumSet.noneOf(StateName.class);
    Set<Step.Offer.Why> offers = EnumSet.noneOf(Step.Offer.Why.class);
    Map<HistoryScenario, Integer> most = new EnumMap<>(HistoryScenario.class);

    // when
    for (HistoryScenario scenario : HistoryScenario.values()) {
      for (long seed = 0; seed < SEEDS / 5; seed++) {
        HistoryChecks checks = play(scenario, seed);
        reached.addAll(checks.reached());
        offers.addAll(checks.offers());
        most.merge(scenario, checks.effects(), Math::max);
      }
    }

    // then the histories are rich enough to mean something
    Set<StateName> live = EnumSet.complementOf(EnumSet.of(StateName.FORGOTTEN));
    reached.removeAll(EnumSet.of(StateName.ABSENT));
    live.removeAll(EnumSet.of(StateName.ABSENT));
    assertEquals(live, reached);
    assertEquals(EnumSet.allOf(Step.Offer.Why.class), offers);
    assertTrue(
        most.get(HistoryScenario.BROKEN_ASSUMPTIONS) > 1,
        "the assumptions matter: without them a second effect appears");
  }

  private static HistoryChecks play(HistoryScenario scenario, long seed) {
    HistoryWorld world = new HistoryWorld(scenario, seed);
    try {
      return world.play();
    } catch (AssertionError | RuntimeException e) {
      return fail(
          "scenario %s, seed %d: %s%n%s"
              .formatted(scenario, seed, e.getMessage(), world.checks().trace()),
          e);
    }
  }
}
