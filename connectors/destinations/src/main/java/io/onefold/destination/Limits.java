package io.onefold.destination;

import java.time.Duration;
import java.util.Optional;

/**
 * How much one worker asks of a destination, in all its operations together. Several workers of a
 * pool share nothing: three of them may ask three times as much.
 *
 * @param concurrency most calls at one time, 1 to 1000; empty: as many as the worker runs
 * @param rate most calls in a span of time; empty: no bound
 */
public record Limits(Optional<Integer> concurrency, Optional<Rate> rate) {
  /** No limits. */
  public static final Limits NONE = new Limits(Optional.empty(), Optional.empty());

  /**
   * Calls in a span of time.
   *
   * @param calls how many, 1 to 1,000,000
   * @param per the span: a second, a minute or an hour
   */
  public record Rate(int calls, Duration per) {}
}
