package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerClockTest {
  private static final Instant START = Instant.parse("2026-10-31T08:00:00.123456789Z");

  private Instant wall = START;
  private long nanos = Long.MAX_VALUE - 1_000_000_000L;
  private final LedgerClock clock = new LedgerClock(() -> wall, () -> nanos);

  @Test
  void shouldShowWholeMilliseconds() {
    // given
    pass(Duration.ofNanos(1_999_999));

    // when
    Instant now = clock.now();

    // then
    assertEquals(Instant.parse("2026-10-31T08:00:00.125Z"), now);
    assertEquals(now, clock.instant());
  }

  @Test
  void shouldFollowMonotonicClockWhenWallClockIsSetALittle() {
    // given
    wall = wall.plus(LedgerClock.TOLERANCE).minusMillis(1);
    int epoch = clock.epoch();

    // when
    nanos += Duration.ofSeconds(7).toNanos();

    // then
    assertEquals(0, epoch);
    assertEquals(Instant.parse("2026-10-31T08:00:07.123Z"), clock.now());
  }

  @ParameterizedTest
  @ValueSource(longs = {-5_002, 5_002, -86_400_000, 86_400_000})
  void shouldBeginNewEpochWhenClocksAreFurtherApartThanTolerated(long stepMs) {
    // given
    wall = wall.plusMillis(stepMs);
    Instant before = clock.now();

    // when
    int epoch = clock.epoch();

    // then
    assertEquals(START.toEpochMilli(), before.toEpochMilli(), "nobody looked at the wall clock");
    assertEquals(1, epoch);
    assertEquals(START.plusMillis(stepMs).toEpochMilli(), clock.now().toEpochMilli());
    assertEquals(1, clock.epoch(), "once");
  }

  @ParameterizedTest
  @ValueSource(longs = {-4_998, 4_998, 0})
  void shouldStayInEpochWhenClocksAreCloseTogether(long stepMs) {
    // given
    wall = wall.plusMillis(stepMs);

    // when
    int epoch = clock.epoch();

    // then
    assertEquals(0, epoch);
  }

  @Test
  void shouldBeginNewEpochWhenMachineWasSuspended() {
    // given: the monotonic clock does not count while a machine sleeps
    wall = wall.plus(Duration.ofHours(8));

    // when
    int epoch = clock.epoch();

    // then
    assertEquals(1, epoch);
    assertEquals(START.plus(Duration.ofHours(8)).toEpochMilli(), clock.now().toEpochMilli());
  }

  @Test
  void shouldBeginNewEpochWhenSmallStepsAddUp() {
    // given
    for (int i = 0; i < 5; i++) {
      wall = wall.plusMillis(900);
      assertEquals(0, clock.epoch());
    }

    // when
    wall = wall.plusMillis(900);

    // then
    assertEquals(1, clock.epoch());
  }

  @Test
  void shouldNeverGoBackWithinAnEpoch() {
    for (int seed = 0; seed < 50; seed++) {
      // given
      Random random = new Random(seed);
      wall = START;
      LedgerClock clock = new LedgerClock(() -> wall, () -> nanos);
      Instant last = clock.now();
      int epoch = 0;

      for (int i = 0; i < 200; i++) {
        // when
        nanos += random.nextLong(3_000_000_000L);
        wall = wall.plusMillis(random.nextLong(7_000) - 3_000);
        boolean looked = random.nextInt(4) == 0;
        int next = looked ? clock.epoch() : epoch;
        Instant now = clock.now();

        // then
        boolean sameEpoch = next == epoch;
        assertTrue(next == epoch || next == epoch + 1, "seed " + seed);
        assertFalse(sameEpoch && now.isBefore(last), "seed " + seed + ": back to " + now);
        assertEquals(now.truncatedTo(ChronoUnit.MILLIS), now, "seed " + seed);
        epoch = next;
        last = now;
      }
    }
  }

  private void pass(Duration time) {
    wall = wall.plus(time);
    nanos += time.toNanos();
  }
}
