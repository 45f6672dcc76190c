package io.onefold.guarantee;

import java.util.function.Consumer;

/** What a destination itself knows of a run. */
@FunctionalInterface
public interface DestinationRecord {
  /**
   * Shows all that it has read, stored and lost until now, as {@link Seen.Written}, {@link
   * Seen.Stored} and {@link Seen.Removed}. A judge of the whole promise needs all of it, wherever
   * it came from: a write that nobody asked for is a finding.
   */
  void readTo(Consumer<Seen> observer);
}
