package io.onefold.destination;

import java.time.Duration;
import java.util.Optional;

/** Reads the values that both {@code defaults} and a destination can give. */
final class PolicyReader {
  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final Duration MONTH = Duration.ofDays(30);
  private static final int MOST_ATTEMPTS = 100;
  private static final double LARGEST_FACTOR = 10;

  private final YamlMapping in;
  private final Policy base;

  private PolicyReader(YamlMapping in, Policy base) {
    this.in = in;
    this.base = base;
  }

  /** The policy of a mapping; what it does not say comes from {@code base}. */
  static Policy read(YamlMapping in, Policy base) {
    return new PolicyReader(in, base).read();
  }

  private Policy read() {
    return new Policy(
        in.get("lease", v -> v.duration(Duration.ofMillis(100), Duration.ofDays(1)), base.lease()),
        in.get("settle", v -> v.duration(Duration.ZERO, MONTH), base.settle()),
        in.get("attempts", this::attempts, base.attempts()),
        in.get("readbacks", this::readbacks, base.readbacks()),
        in.get("offers", this::offers, base.offers()),
        in.get(
            "dedupe-window",
            v -> v.duration(Duration.ofSeconds(1), Duration.ofDays(36_500)),
            base.dedupeWindow()));
  }

  private Optional<Destination.Attempts> attempts(YamlValue value) {
    YamlMapping attempts = value.mapping();
    Destination.Attempts from = base.attempts();
    Duration initial = attempts.get("initial", PolicyReader::delay, from.initial());
    Duration longest = attempts.get("max-delay", PolicyReader::delay, from.maxDelay());
    Destination.Attempts read =
        new Destination.Attempts(
            attempts.get("max", v -> v.integer(1, MOST_ATTEMPTS), from.max()),
            initial,
            attempts.get("factor", v -> v.number(1, LARGEST_FACTOR), from.factor()),
            longest);
    attempts.noOtherKeys();
    notBelow(value, "max-delay", longest, "initial", initial);
    return Optional.of(read);
  }

  private Optional<Destination.Readbacks> readbacks(YamlValue value) {
    YamlMapping readbacks = value.mapping();
    Destination.Readbacks from = base.readbacks();
    Duration initial = readbacks.get("initial", PolicyReader::delay, from.initial());
    Duration longest = readbacks.get("max-delay", PolicyReader::delay, from.maxDelay());
    Duration deadline = readbacks.get("deadline", PolicyReader::delay, from.deadline());
    Destination.Readbacks read =
        new Destination.Readbacks(
            initial,
            readbacks.get("factor", v -> v.number(1, LARGEST_FACTOR), from.factor()),
            longest,
            deadline);
    readbacks.noOtherKeys();
    notBelow(value, "max-delay", longest, "initial", initial);
    notBelow(value, "deadline", deadline, "initial", initial);
    return Optional.of(read);
  }

  private Optional<Destination.Offers> offers(YamlValue value) {
    YamlMapping offers = value.mapping();
    Duration every = offers.get("every", PolicyReader::delay, base.offers().every());
    Duration limit = offers.get("limit", PolicyReader::delay, base.offers().limit());
    offers.noOtherKeys();
    notBelow(value, "limit", limit, "every", every);
    return Optional.of(new Destination.Offers(every, limit));
  }

  private static Optional<Duration> delay(YamlValue value) {
    return value.duration(SHORTEST, MONTH);
  }

  private static void notBelow(
      YamlValue at, String high, Duration highest, String low, Duration lowest) {
    if (highest.compareTo(lowest) < 0) {
      at.mistake(
          "`%s` (%s) must not be shorter than `%s` (%s)"
              .formatted(high, Durations.format(highest), low, Durations.format(lowest)));
    }
  }
}
