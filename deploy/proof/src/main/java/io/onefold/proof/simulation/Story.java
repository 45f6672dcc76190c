package io.onefold.proof.simulation;

import io.onefold.guarantee.Seen;
import java.util.function.Supplier;

/** Writes a history down while it happens, or does not. */
final class Story {
  private final boolean told;
  private final StringBuilder text = new StringBuilder();

  private Story(boolean told) {
    this.told = told;
  }

  static Story told() {
    return new Story(true);
  }

  static Story untold() {
    return new Story(false);
  }

  void tell(long atMs, Supplier<String> line) {
    if (told) {
      text.append(time(atMs)).append("  ").append(line.get()).append('\n');
    }
  }

  void see(long atMs, Seen seen) {
    tell(atMs, () -> Words.of(seen));
  }

  private static String time(long ms) {
    long seconds = ms / 1000;
    return "%3dh %02dm %02d.%03ds"
        .formatted(seconds / 3600, seconds / 60 % 60, seconds % 60, ms % 1000);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
