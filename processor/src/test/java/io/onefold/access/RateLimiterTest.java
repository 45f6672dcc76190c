package io.onefold.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateLimiterTest {
  private static final RestLimits LIMITS =
      new RestLimits(OptionalInt.of(10), 3, 1000, 1000, 1000, 1000, 1000, Duration.ofSeconds(30));

  private final AtomicLong now = new AtomicLong();
  private final RateLimiter limiter = new RateLimiter(now::get);

  private static Caller caller(String name) {
    return new Caller(Optional.of(name), EnumSet.of(Role.READ), Optional.empty());
  }

  @Test
  void shouldLetABurstThroughAndThenAsManyAsTheRateSays() {
    // given
    Caller ann = caller("ann");

    // when
    for (int i = 0; i < 3; i++) {
      assertEquals(Duration.ZERO, limiter.take(ann, LIMITS));
    }
    Duration wait = limiter.take(ann, LIMITS);

    // then
    assertEquals(Duration.ofMillis(100), wait);
    assertEquals(Duration.ZERO, limiter.take(caller("bob"), LIMITS));
    int passed = 0;
    for (int ms = 0; ms < 10_000; ms++) {
      now.addAndGet(1_000_000);
      passed += limiter.take(ann, LIMITS).isZero() ? 1 : 0;
    }
    assertTrue(passed >= 99 && passed <= 100, "passed in ten seconds: " + passed);
  }

  @Test
  void shouldNotSaveUpMoreThanABurst() {
    // given
    Caller ann = caller("ann");
    assertEquals(Duration.ZERO, limiter.take(ann, LIMITS));
    now.addAndGet(Duration.ofHours(1).toNanos());

    // when
    int passed = 0;
    while (limiter.take(ann, LIMITS).isZero()) {
      passed++;
    }

    // then
    assertEquals(3, passed);
  }
}
