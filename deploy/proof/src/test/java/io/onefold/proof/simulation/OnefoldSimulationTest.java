package io.onefold.proof.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.onefold.operation.Reason;
import io.onefold.operation.StateName;
import io.onefold.operation.Step;
import io.onefold.suspension.ControlEvent;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Histories of everything that can go wrong, and whether they are rich enough to mean something.
 */
class OnefoldSimulationTest {
  private static final int HISTORIES = 20_000;

  private static CampaignReport report;

  @BeforeAll
  static void play() {
    int threads = Runtime.getRuntime().availableProcessors();
    report = new Campaign(1, HISTORIES, threads, 3).run(soFar -> {});
  }

  @Test
  void shouldKeepItsPromiseWhenAnythingHappens() {
    // then
    if (!report.broken().isEmpty()) {
      fail(report.broken().get(0).story());
    }
    assertEquals(HISTORIES, report.histories());
  }

  @Test
  void shouldReachEveryStateAndMeetEveryFault() {
    // then
    Set<String> states =
        Arrays.stream(StateName.values()).map(Enum::name).collect(Collectors.toSet());
    assertEquals(Set.of(), without(states, report.states()));
    assertEquals(
        EnumSet.noneOf(Fault.class),
        EnumSet.complementOf(EnumSet.copyOf(report.faults().keySet())));
    assertEquals(EnumSet.allOf(World.class), report.worlds().keySet());
  }

  @Test
  void shouldReachEveryReasonForAnotherAttemptAndEveryQuestion() {
    // then
    Set<String> offers =
        Arrays.stream(Step.Offer.Why.values())
            .map(why -> "OFFER " + why)
            .collect(Collectors.toSet());
    assertEquals(Set.of(), without(offers, report.conclusions()));
    Set<String> remarks =
        Arrays.stream(Step.Remark.values())
            .map(remark -> "STAY " + remark)
            .collect(Collectors.toSet());
    assertEquals(Set.of(), without(remarks, report.conclusions()));
    Set<String> verdicts =
        Arrays.stream(ControlEvent.Verdict.values())
            .map(verdict -> "CONTROL " + verdict)
            .collect(Collectors.toSet());
    assertEquals(Set.of(), without(verdicts, report.conclusions()));
    Set<String> reasons =
        Arrays.stream(Reason.values()).map(Enum::name).collect(Collectors.toSet());
    Set<String> met =
        report.conclusions().stream()
            .map(conclusion -> conclusion.substring(conclusion.indexOf(' ') + 1))
            .collect(Collectors.toSet());
    // Nobody here stores a part of something, and no ledger forgets what its log still holds.
    Set<String> elsewhere = Set.of(Reason.PARTIAL_EFFECT.name(), Reason.STATE_GAP.name());
    assertEquals(elsewhere, without(reasons, met));
  }

  @Test
  void shouldActTwiceOnlyWhereAnAssumptionIsBroken() {
    // then the assumptions matter: without them a second effect appears
    Map<World, Integer> most = report.mostEffects();
    for (World world : World.values()) {
      if (world.broken().isEmpty()) {
        assertEquals(1, most.get(world), world.name());
      } else {
        assertTrue(most.get(world) > 1, world + " breaks nothing that matters");
      }
    }
  }

  @Test
  void shouldTellTheSameStoryWhenASeedIsPlayedAgain() {
    // given
    long seed = 4711;

    // when
    String first = Simulation.run(seed).story();
    String second = Simulation.run(seed).story();

    // then
    assertEquals(first, second);
    assertNotEquals(first, Simulation.run(seed + 1).story());
  }

  private static Set<String> without(Set<String> all, Set<String> some) {
    Set<String> left = new TreeSet<>(all);
    left.removeAll(some);
    return left;
  }
}
