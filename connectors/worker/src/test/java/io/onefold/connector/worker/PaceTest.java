package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTest {
  private final ManualClock clock = new ManualClock();

  @Test
  void shouldAllowOneAtATimeWhenTheRateIsLow() {
    Pace pace = new Pace(Duration.ofSeconds(6), clock);

    assertEquals(1, takeAll(pace));
    clock.pass(Duration.ofSeconds(6));
    assertEquals(1, takeAll(pace));
  }

  @Test
  void shouldSaveNothingUpWhileNobodyTakes() {
    Pace pace = new Pace(Duration.ofSeconds(1), clock);

    clock.pass(Duration.ofHours(5));

    assertEquals(1, takeAll(pace));
  }

  @Test
  void shouldReachAHighRateThoughItIsLookedAtSeldom() {
    Pace pace = new Pace(Duration.ofMillis(1), clock);
    takeAll(pace);

    int taken = 0;
    for (int look = 0; look < 20; look++) {
      clock.pass(Duration.ofMillis(50));
      taken += takeAll(pace);
    }

    assertEquals(1000, taken);
  }

  @Test
  void shouldReachItsRateThoughEachLookIsLate() {
    Pace pace = new Pace(Duration.ofMillis(100), clock);
    takeAll(pace);

    int taken = 0;
    for (int look = 0; look < 200; look++) {
      clock.pass(Duration.ofMillis(55));
      taken += takeAll(pace);
    }

    assertEquals(110, taken, 1);
  }

  @Test
  void shouldMeasureOnTheMonotonicClock() {
    Pace pace = new Pace(Duration.ofSeconds(6), clock);
    pace.take();

    clock.jumpWall(Duration.ofHours(1));
    assertFalse(pace.allows());
    clock.passMonotonicOnly(Duration.ofSeconds(6));
    assertTrue(pace.allows());
  }

  @Test
  void shouldRefuseAnIntervalThatIsNotAboveZero() {
    assertThrows(IllegalArgumentException.class, () -> new Pace(Duration.ZERO, clock));
  }

  private static int takeAll(Pace pace) {
    int taken = 0;
    while (pace.allows()) {
      pace.take();
      taken++;
    }
    return taken;
  }
}
