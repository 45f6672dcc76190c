package io.onefold.topology;

import java.util.ArrayList;
import java.util.List;

/** What is wrong at a start, in the order it was found. Not thread-safe. */
final class Problems {
  private final List<String> found = new ArrayList<>();
  private boolean rebuildHelps;

  /** One that says what is wrong, where, and what is allowed. */
  void add(String problem) {
    found.add(problem);
  }

  /** One that {@code onefold rebuild} mends, and that says so. */
  void addRebuildable(String problem) {
    rebuildHelps = true;
    add(problem);
  }

  /**
   * Ends the start if anything is wrong.
   *
   * @throws StartRefusedException naming all of it
   */
  void refuseIfAny() {
    if (!found.isEmpty()) {
      throw new StartRefusedException(String.join(System.lineSeparator(), found), rebuildHelps);
    }
  }
}
