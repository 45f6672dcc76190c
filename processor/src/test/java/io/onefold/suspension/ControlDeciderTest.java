package io.onefold.suspension;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.operation.Gate;
import io.onefold.operation.Origin;
import io.onefold.suspension.ControlEvent.Verdict;
import io.onefold.suspension.Request.Asker;
import io.onefold.suspension.Request.Wish;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The control of a destination: every phase against every wish, and what partitions may rely on.
 */
class ControlDeciderTest {
  private static final Instant T0 = Instant.parse("2026-10-31T08:00:00Z");
  private static final Origin ORIGIN = new Origin("test", 0, 7);

  private DestinationControl control = DestinationControl.untouched("blog");
  private long number;

  private ControlEvent take(Asker asker, Wish wish) {
    Request request = new Request(T0, ORIGIN, T0, asker, wish);
    ControlEvent event = ControlDecider.decide(control, request);
    control = ControlEvolver.evolve(control, event);
    return event;
  }

  private ControlEvent fromPartition(Wish wish) {
    return take(new Asker.Partition(3, ++number), wish);
  }

  private ControlEvent fromKim(Wish wish) {
    return take(new Asker.Person("kim"), wish);
  }

  private static Wish refused(String operation) {
    return new Wish.Refused(operation, Suspension.Why.AUTHORIZATION, "401");
  }

  private Wish resume(String operation) {
    return new Wish.Resume(operation, control.sequence(), "new password");
  }

  private Wish ended(String operation, boolean passed) {
    return new Wish.TestEnded(operation, control.movedAt(), passed, "it is so");
  }

  /** Phases by name, each as the shortest story that leads there. */
  private void be(String phase) {
    if (!phase.equals("OPEN")) {
      fromPartition(refused("op-1"));
    }
    if (phase.equals("TESTING")) {
      fromKim(resume("op-2"));
    }
  }

  private Map<String, Function<Void, ControlEvent>> wishes() {
    Map<String, Function<Void, ControlEvent>> wishes = new LinkedHashMap<>();
    wishes.put("refused", v -> fromPartition(refused("op-9")));
    wishes.put("passed", v -> fromPartition(ended("op-2", true)));
    wishes.put("failed", v -> fromPartition(ended("op-2", false)));
    wishes.put("passed-other", v -> fromPartition(ended("op-3", true)));
    wishes.put(
        "passed-former",
        v -> fromPartition(new Wish.TestEnded("op-2", control.movedAt() - 1, true, "late")));
    wishes.put("wanted", v -> fromPartition(new Wish.TestWanted("op-1", "kim", "again")));
    wishes.put("suspend", v -> fromKim(new Wish.Suspend("maintenance")));
    wishes.put("resume", v -> fromKim(resume("op-2")));
    wishes.put(
        "resume-stale",
        v -> fromKim(new Wish.Resume("op-2", control.movedAt() - 1, "an old look")));
    wishes.put(
        "resume-ahead", v -> fromKim(new Wish.Resume("op-2", control.sequence() + 1, "a guess")));
    wishes.put("repeated", v -> take(new Asker.Partition(3, number), refused("op-1")));
    return wishes;
  }

  @ParameterizedTest
  @CsvSource({
    "refused,       SUSPEND SUSPENDED, NOTE SUSPENDED,   NOTE TESTING",
    "passed,        NOTE OPEN,         NOTE SUSPENDED,   REOPEN OPEN",
    "failed,        NOTE OPEN,         NOTE SUSPENDED,   TEST_FAILED SUSPENDED",
    "passed-other,  NOTE OPEN,         NOTE SUSPENDED,   NOTE TESTING",
    "passed-former, NOTE OPEN,         NOTE SUSPENDED,   NOTE TESTING",
    "wanted,        NOTE OPEN,         TEST TESTING,     NOTE TESTING",
    "suspend,       SUSPEND SUSPENDED, REFUSE SUSPENDED, TEST_FAILED SUSPENDED",
    "resume,        REFUSE OPEN,       TEST TESTING,     REFUSE TESTING",
    "resume-stale,  REFUSE OPEN,       REFUSE SUSPENDED, REFUSE TESTING",
    "resume-ahead,  REFUSE OPEN,       REFUSE SUSPENDED, REFUSE TESTING",
    "repeated,      NOTE OPEN,         NOTE SUSPENDED,   NOTE TESTING",
  })
  void shouldDecideAsTheTableSaysWhenAnyPhaseMeetsAnyWish(
      String wish, String open, String suspended, String testing) {
    assertEquals(open, outcome("OPEN", wish));
    assertEquals(suspended, outcome("SUSPENDED", wish));
    assertEquals(testing, outcome("TESTING", wish));
  }

  private String outcome(String phase, String wish) {
    control = DestinationControl.untouched("blog");
    number = 0;
    be(phase);
    ControlEvent event = wishes().get(wish).apply(null);
    return event.verdict() + " " + control.phase().nameOf();
  }

  @Test
  void shouldLetOneOperationThroughAndNoOtherWhenATestRuns() {
    // given
    be("TESTING");

    // then
    assertEquals(new Gate.Test(), control.gate("op-2"));
    Gate.Held held = (Gate.Held) control.gate("op-3");
    assertTrue(held.because().contains("because of AUTHORIZATION of operation op-1: 401"));
    assertTrue(held.because().contains("test with operation op-2"));
  }

  @Test
  void shouldKeepTheSuspensionWhenATestFails() {
    // given
    be("TESTING");
    Suspension before = control.phase().whyNotOpen().orElseThrow();

    // when
    fromPartition(ended("op-2", false));

    // then it is the same one, by the same event, and tells of the test
    Suspension after = control.phase().whyNotOpen().orElseThrow();
    assertEquals(before.openedBy(), after.openedBy());
    assertEquals(before.since(), after.since());
    assertTrue(after.lastTest().orElseThrow().contains("op-2"), after::toString);
  }

  @Test
  void shouldTakeEachRequestOfAPartitionOnceWhenRecordsAreRepeated() {
    // given a refusal that was answered by a test that passed
    be("TESTING");
    fromPartition(ended("op-2", true));

    // when the records of the partition come again
    List<Verdict> again =
        Stream.of(1L, 2L)
            .map(n -> take(new Asker.Partition(3, n), refused("op-1")).verdict())
            .toList();

    // then
    assertEquals(List.of(Verdict.NOTE, Verdict.NOTE), again);
    assertEquals(Gate.OPEN, control.gate("op-1"));
    assertEquals(2, control.takenOf(3));
    assertEquals(0, control.takenOf(4));
  }

  @Test
  void shouldNotMakeADecisionStaleWhenNothingHasChanged() {
    // given
    be("SUSPENDED");
    long looked = control.sequence();
    fromPartition(refused("op-5"));

    // when
    ControlEvent event = fromKim(new Wish.Resume("op-2", looked, "new password"));

    // then
    assertEquals(Verdict.TEST, event.verdict());
  }

  static Stream<Wish> impossible() {
    return Stream.of(
        new Wish.TestWanted("op-1", "kim", ""), new Wish.TestEnded("op-1", 1, true, ""));
  }

  @ParameterizedTest
  @MethodSource("impossible")
  void shouldRefuseToEvolveWhenAnEventCannotFollow(Wish wish) {
    Request request = new Request(T0, ORIGIN, T0, new Asker.Partition(0, 1), wish);
    ControlEvent impossible = new ControlEvent("blog", 1, request, Verdict.SUSPEND, "");
    ControlEvent gap = new ControlEvent("blog", 2, request, Verdict.NOTE, "");

    assertThrows(IllegalStateException.class, () -> ControlEvolver.evolve(control, impossible));
    assertThrows(IllegalStateException.class, () -> ControlEvolver.evolve(control, gap));
    assertEquals(Optional.empty(), control.phase().whyNotOpen());
  }
}
