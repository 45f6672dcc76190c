package io.onefold.destination;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Where in time a search for an operation starts: some time before its first attempt, because the
 * clocks of a destination and of Onefold may differ.
 */
public final class SearchStart {
  /** How much earlier than the first attempt. */
  public static final Duration ALLOWANCE = Duration.ofMinutes(10);

  private SearchStart() {}

  /** The start for an operation whose first attempt was granted then; whole seconds. */
  public static Instant of(Instant firstSentAt) {
    return firstSentAt.minus(ALLOWANCE).truncatedTo(ChronoUnit.SECONDS);
  }

  /** The value of one of the three variables; empty if the name is none of them. */
  static Optional<String> of(String variable, String firstSentAt) {
    return switch (variable) {
      case "since" -> Optional.of(of(Instant.parse(firstSentAt)).toString());
      case "sinceSeconds" ->
          Optional.of(String.valueOf(of(Instant.parse(firstSentAt)).getEpochSecond()));
      case "sinceMillis" ->
          Optional.of(String.valueOf(of(Instant.parse(firstSentAt)).toEpochMilli()));
      default -> Optional.empty();
    };
  }
}
