package io.onefold.drill;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * One item of the list.
 *
 * @param name by which it is chosen, such as {@code lost-answer}
 * @param title what happens, in a few words
 * @param lane in which it runs
 * @param wave the scenarios of one wave run together; the next one begins when the quick ones of
 *     this one have ended
 * @param operations how many it makes, each of which may become one item
 * @param takes about how long it takes
 * @param skipped why it cannot be done with this contract; empty: it can
 * @param course does it
 */
record Scenario(
    String name,
    String title,
    LaneKind lane,
    int wave,
    int operations,
    Function<Subject, Duration> takes,
    Function<Subject, Optional<String>> skipped,
    Course course) {

  /** Which ledger it needs. */
  enum LaneKind {
    /** Several workers in this process. */
    COMMON,
    /** One worker in a process of its own, to be killed. */
    FRAIL,
    /** A ledger that may suspend the destination. */
    SUSPENDED
  }

  /** What a scenario does. */
  interface Course {
    /** Does it, and tells what was done and found. */
    void run(Trial trial) throws Exception;
  }
}
