package io.onefold.destination;

import java.time.Duration;

/** How the lease bounds the send: {@code lease > send timeout + margin}. */
final class MarginRule {
  private static final Duration LONGEST_MARGIN = Duration.ofSeconds(1);

  private MarginRule() {}

  static Duration margin(Duration lease) {
    Duration tenth = lease.dividedBy(10);
    return tenth.compareTo(LONGEST_MARGIN) < 0 ? tenth : LONGEST_MARGIN;
  }

  static Duration effective(Duration sendTimeout, Duration lease) {
    Duration most = lease.minus(margin(lease));
    return sendTimeout.compareTo(most) < 0 ? sendTimeout : most;
  }
}
