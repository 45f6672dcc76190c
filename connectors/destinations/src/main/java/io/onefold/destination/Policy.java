package io.onefold.destination;

import java.time.Duration;

/** The values that {@code defaults} can give and a destination can override. */
record Policy(
    Duration lease,
    Duration settle,
    Destination.Attempts attempts,
    Destination.Readbacks readbacks,
    Destination.Offers offers,
    Duration dedupeWindow) {

  static final Policy BUILT_IN =
      new Policy(
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          new Destination.Attempts(5, Duration.ofSeconds(1), 2, Duration.ofMinutes(5)),
          new Destination.Readbacks(
              Duration.ofMillis(500), 2, Duration.ofSeconds(30), Duration.ofMinutes(15)),
          new Destination.Offers(Duration.ofSeconds(30), Duration.ofHours(24)),
          Duration.ofDays(400));
}
