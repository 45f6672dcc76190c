package io.onefold.destination;

import java.time.Duration;

/**
 * How the lease bounds the send: {@code lease > send timeout + margin}, with a fifth of the lease
 * left for the way of the claim and its grant through the log. Without that part every grant would
 * arrive too late to be used.
 */
final class MarginRule {
  private static final Duration LONGEST_MARGIN = Duration.ofSeconds(1);

  private MarginRule() {}

  static Duration margin(Duration lease) {
    Duration tenth = lease.dividedBy(10);
    return tenth.compareTo(LONGEST_MARGIN) < 0 ? tenth : LONGEST_MARGIN;
  }

  static Duration effective(Duration sendTimeout, Duration lease) {
    Duration most = lease.minus(margin(lease)).minus(lease.dividedBy(5));
    return sendTimeout.compareTo(most) < 0 ? sendTimeout : most;
  }
}
