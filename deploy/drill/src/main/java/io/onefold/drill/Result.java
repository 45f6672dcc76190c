package io.onefold.drill;

import java.time.Duration;
import java.util.List;

/**
 * How a scenario ended.
 *
 * @param did what was done
 * @param stored what the destination stored
 * @param findings what is wrong and what to change; empty: nothing
 * @param notes what a reader should know although nothing is wrong
 * @param operations that it made
 */
record Result(
    Scenario scenario,
    Status status,
    String did,
    String stored,
    List<String> findings,
    List<String> notes,
    Duration took,
    List<Outcome> operations) {
  Result {
    findings = List.copyOf(findings);
    notes = List.copyOf(notes);
    operations = List.copyOf(operations);
  }

  /** In a word. */
  enum Status {
    PASSED,
    FAILED,
    SKIPPED
  }

  /** Not done, for this reason. */
  static Result skipped(Scenario scenario, String why) {
    return new Result(
        scenario, Status.SKIPPED, "", "", List.of(), List.of(why), Duration.ZERO, List.of());
  }

  /** The same with more findings. */
  Result with(List<String> more, List<Outcome> newer) {
    List<String> all = new java.util.ArrayList<>(findings);
    all.addAll(more);
    return new Result(
        scenario,
        all.isEmpty() ? status : Status.FAILED,
        did,
        newer.isEmpty() ? stored : Outcome.stored(newer),
        all,
        notes,
        took,
        newer.isEmpty() ? operations : newer);
  }
}
