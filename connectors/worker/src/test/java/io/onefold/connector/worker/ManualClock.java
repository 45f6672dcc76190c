package io.onefold.connector.worker;

import java.time.Duration;
import java.time.Instant;

/** Both clocks of a worker, moved by hand; each may also be moved alone. */
final class ManualClock implements WorkerClock {
  // Near the overflow, where a comparison that is not a difference would go wrong.
  private long nanos = Long.MAX_VALUE - Duration.ofSeconds(30).toNanos();
  private Instant now = Instant.parse("2026-03-01T10:00:00Z");

  @Override
  public synchronized long nanos() {
    return nanos;
  }

  @Override
  public synchronized Instant now() {
    return now;
  }

  synchronized void pass(Duration time) {
    nanos += time.toNanos();
    now = now.plus(time);
  }

  synchronized void passMonotonicOnly(Duration time) {
    nanos += time.toNanos();
  }

  synchronized void jumpWall(Duration time) {
    now = now.plus(time);
  }
}
