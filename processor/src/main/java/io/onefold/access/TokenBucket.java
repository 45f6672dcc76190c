package io.onefold.access;

/**
 * Lets through so many in a second, and a burst after a pause. Thread-safe. Time comes from the
 * caller, in nanoseconds of a clock that only goes forward.
 */
final class TokenBucket {
  private static final double NANOS = 1e9;

  private final double perSecond;
  private final double burst;
  private double tokens;
  private long at;

  TokenBucket(int perSecond, int burst, long now) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.tokens = burst;
    this.at = now;
  }

  /** Takes one and returns 0, or takes none and returns the nanoseconds until there is one. */
  synchronized long take(long now) {
    refill(now);
    if (tokens >= 1) {
      tokens -= 1;
      return 0;
    }
    return Math.max(1, (long) Math.ceil((1 - tokens) / perSecond * NANOS));
  }

  /** True if it is as full as a new one, so that forgetting it changes nothing. */
  synchronized boolean isFull(long now) {
    refill(now);
    return tokens >= burst;
  }

  private void refill(long now) {
    tokens = Math.min(burst, tokens + Math.max(0, now - at) / NANOS * perSecond);
    at = Math.max(at, now);
  }
}
