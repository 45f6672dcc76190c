package io.onefold.standalone.load;

import java.util.Arrays;

/** Measured times. Immutable. */
public final class Latencies {
  private final long[] sortedNanos;

  private Latencies(long[] sortedNanos) {
    this.sortedNanos = sortedNanos;
  }

  /** Of times in nanoseconds, in any order. */
  static Latencies ofNanos(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Latencies(sorted);
  }

  /**
   * The time that this share of all did not exceed, in milliseconds; 0 if there is none.
   *
   * @param share above 0, at most 1
   */
  public double percentileMs(double share) {
    if (sortedNanos.length == 0) {
      return 0;
    }
    int index = (int) Math.ceil(share * sortedNanos.length) - 1;
    return sortedNanos[Math.max(0, index)] / 1e6;
  }
}
