package io.onefold.guarantee;

import java.util.List;
import org.junit.jupiter.params.provider.Arguments;

/** Rows of a table of runs. */
final class Told {
  private Told() {}

  /** A run that breaks exactly these rules. */
  static Arguments breaks(String what, Story story, String... rules) {
    return Arguments.of(what, story, List.of(rules));
  }

  /** A run that comes near, and breaks nothing. */
  static Arguments keeps(String what, Story story) {
    return Arguments.of(what, story, List.of());
  }
}
