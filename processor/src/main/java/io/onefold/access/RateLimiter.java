package io.onefold.access;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Counts what each caller asks for in a second. Thread-safe. */
public final class RateLimiter {
  // Only known callers have a bucket, but an issuer may know very many.
  private static final int MOST_BUCKETS = 10_000;

  private final LongSupplier nanos;
  private final Map<String, TokenBucket> buckets = new ConcurrentHashMap<>();

  /**
   * @param nanos a clock that only goes forward
   */
  public RateLimiter(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Takes one request of a caller.
   *
   * @return zero if it may go on, otherwise how long to wait before the next try
   */
  public Duration take(Caller caller, RestLimits limits) {
    OptionalInt perSecond = limits.perSecond();
    if (perSecond.isEmpty()) {
      return Duration.ZERO;
    }
    long now = nanos.getAsLong();
    if (buckets.size() > MOST_BUCKETS) {
      buckets.values().removeIf(bucket -> bucket.isFull(now));
    }
    // A changed limit is another bucket: the old one refills and is forgotten.
    String key = caller.name().orElse("") + '\n' + perSecond.getAsInt() + '/' + limits.burst();
    return Duration.ofNanos(
        buckets
            .computeIfAbsent(
                key, name -> new TokenBucket(perSecond.getAsInt(), limits.burst(), now))
            .take(now));
  }

  /**
   * Waits until a caller may go on with one more line of a batch.
   *
   * @throws InterruptedException if the thread is
   */
  public void await(Caller caller, RestLimits limits) throws InterruptedException {
    for (Duration wait = take(caller, limits); !wait.isZero(); wait = take(caller, limits)) {
      Thread.sleep(wait);
    }
  }
}
