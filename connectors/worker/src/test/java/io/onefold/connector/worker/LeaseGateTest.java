package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeaseGateTest {
  private final ManualClock clock = new ManualClock();
  private final Claim claim =
      new Claim(
          "c1",
          "op",
          1,
          "blog",
          0,
          clock.nanos(),
          clock.now(),
          Duration.ofSeconds(15),
          Duration.ofSeconds(39));
  private final LeaseGate gate =
      new LeaseGate(clock, claim, LeaseGate.usable(Duration.ofSeconds(60), Contracts.blog()));

  @Test
  void shouldKeepSendTimeoutAndMarginFree() {
    assertEquals(
        Duration.ofSeconds(39), LeaseGate.usable(Duration.ofSeconds(60), Contracts.blog()));
  }

  @Test
  void shouldOpenJustBeforeTheDeadline() {
    clock.pass(Duration.ofSeconds(39).minusNanos(1));

    assertTrue(gate.open());
    assertEquals(Optional.of(clock.now()), gate.openedAt());
  }

  @Test
  void shouldStayShutAtTheDeadline() {
    clock.pass(Duration.ofSeconds(39));

    assertFalse(gate.open());
    assertTrue(gate.shut());
    assertEquals(Optional.empty(), gate.openedAt());
  }

  @Test
  void shouldCountFromBeforeTheClaimWasProduced() {
    // The claim holds the time; when its grant arrives plays no part.
    clock.pass(Duration.ofSeconds(38));
    LeaseGate late =
        new LeaseGate(clock, claim, LeaseGate.usable(Duration.ofSeconds(60), Contracts.blog()));
    clock.pass(Duration.ofSeconds(1));

    assertFalse(late.open());
  }

  @Test
  void shouldStayShutWhenTheMachineWasSuspended() {
    // The monotonic clock stood still meanwhile.
    clock.jumpWall(Duration.ofMinutes(10));

    assertFalse(gate.open());
  }

  @Test
  void shouldStayShutWhenTheWallClockWasSetBack() {
    clock.passMonotonicOnly(Duration.ofSeconds(40));
    clock.jumpWall(Duration.ofHours(-1));

    assertFalse(gate.open());
  }

  @Test
  void shouldOpenOnlyOnceBecauseACallIsOneRequest() {
    assertTrue(gate.open());

    assertFalse(gate.open());
    assertFalse(gate.shut());
  }

  @Test
  void shouldNotOpenOnceItIsShut() {
    assertTrue(gate.shut());

    assertFalse(gate.open());
  }

  @Test
  void shouldNeverOpenWhenTheLeaseLeavesNoTime() {
    assertFalse(new LeaseGate(clock, claim, Duration.ZERO).open());
    assertFalse(new LeaseGate(clock, claim, Duration.ofSeconds(-5)).open());
  }
}
