package io.onefold.audit;

import java.time.Instant;
import java.util.Optional;

/**
 * What is judged. Operations are always judged as a whole: one belongs to a time range if any of
 * its events does.
 *
 * @param from the beginning; empty: from the first event
 * @param to the end, which no longer belongs to it; empty: to the last event
 * @param operationId only this one; empty: all
 */
public record Scope(Optional<Instant> from, Optional<Instant> to, Optional<String> operationId) {
  /** Everything. */
  public static Scope everything() {
    return new Scope(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** True if nothing is left out. */
  public boolean isEverything() {
    return from.isEmpty() && to.isEmpty() && operationId.isEmpty();
  }

  boolean contains(long atMs) {
    return from.map(Instant::toEpochMilli).orElse(Long.MIN_VALUE) <= atMs
        && atMs < to.map(Instant::toEpochMilli).orElse(Long.MAX_VALUE);
  }
}
