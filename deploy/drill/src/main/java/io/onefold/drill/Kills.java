package io.onefold.drill;

import static io.onefold.drill.Scenario.LaneKind.FRAIL;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A worker's process is killed in the worst moments. */
final class Kills {
  private static final Duration START = Duration.ofSeconds(10);

  private Kills() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "killed-before",
            "the worker is killed immediately before the call",
            FRAIL,
            1,
            1,
            subject -> START.plus(started(subject)).plus(subject.recovery()),
            subject -> Optional.empty(),
            trial -> killed(trial, FrailWorker.Moment.BEFORE)),
        new Scenario(
            "killed-after",
            "the worker is killed immediately after the call",
            FRAIL,
            1,
            1,
            subject -> START.plus(started(subject)).plusSeconds(10),
            subject -> Optional.empty(),
            trial -> killed(trial, FrailWorker.Moment.AFTER)));
  }

  /** A mere lease end counts where the contract says so; otherwise the new start is the proof. */
  private static Duration started(Subject subject) {
    return START.plus(subject.lease());
  }

  private static void killed(Trial trial, FrailWorker.Moment moment) throws Exception {
    Operation operation = trial.operation();
    // One after the other: they share the process that is killed.
    synchronized (trial.lane()) {
      trial.beginsNow();
      try (FrailWorker first = FrailWorker.start(trial, operation, moment)) {
        trial.submit(operation);
        if (!first.awaitMoment()) {
          trial.finding(
              "the worker of %s did not come to its call within a minute; its log: %s"
                  .formatted(operation.id(), first.lastWords()));
          return;
        }
      }
      trial.did(
          "killed with %s of %s, and started again"
              .formatted(
                  moment == FrailWorker.Moment.BEFORE
                      ? "the grant and before the first byte"
                      : "the answer and before the report",
                  operation.id()));
      FrailWorker second = FrailWorker.start(trial);
      try {
        Outcome outcome = trial.end(operation);
        trial.findings(new Judging(trial.subject()).once(outcome, Optional.empty()));
      } finally {
        second.close();
      }
    }
  }
}
