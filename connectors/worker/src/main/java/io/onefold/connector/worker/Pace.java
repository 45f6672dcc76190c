package io.onefold.connector.worker;

import java.time.Duration;

/**
 * A token bucket: one token comes with each interval, and the bucket holds one token and what comes
 * in {@link #SLACK}. So attempts are spread evenly, and a look at the clock that comes a little
 * late loses none.
 *
 * <p>Called by one thread at a time.
 */
final class Pace {
  /** How far tokens may be saved up: about two looks at the clock of the worker. */
  static final Duration SLACK = Duration.ofMillis(100);

  private final WorkerClock clock;
  private final long interval;
  private long next;

  /**
   * Makes a full bucket.
   *
   * @param interval time in which one token comes, above zero
   * @param clock measures on its monotonic side
   */
  Pace(Duration interval, WorkerClock clock) {
    if (!interval.isPositive()) {
      throw new IllegalArgumentException("the interval must be above zero but is " + interval);
    }
    this.clock = clock;
    this.interval = interval.toNanos();
    this.next = clock.nanos();
  }

  /** True if a token is there. */
  boolean allows() {
    return next - clock.nanos() <= SLACK.toNanos();
  }

  /** Takes a token. A claim that is not granted later does not give it back. */
  void take() {
    // An unused past is not saved up: the bucket is never more than full.
    long now = clock.nanos();
    next = (next - now < 0 ? now : next) + interval;
  }
}
