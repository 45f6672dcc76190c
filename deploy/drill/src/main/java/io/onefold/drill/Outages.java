package io.onefold.drill;

import static io.onefold.drill.Scenario.LaneKind.COMMON;

import io.onefold.faults.Exchange;
import io.onefold.faults.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Calls that a bad network or a bad day of the destination disturbs. */
final class Outages {
  private static final Duration MOMENT = Duration.ofSeconds(5);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(3);

  private Outages() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "lost-answer",
            "the answer is lost after the commit",
            COMMON,
            1,
            1,
            Outages::quick,
            subject -> Optional.empty(),
            trial -> struck(trial, new Fault.LoseAnswer())),
        new Scenario(
            "cut-answer",
            "the answer breaks off in the middle",
            COMMON,
            1,
            1,
            Outages::quick,
            subject -> Optional.empty(),
            trial -> struck(trial, new Fault.CutAnswer(10))),
        new Scenario(
            "error-after-commit",
            "an error 502 comes instead of the answer",
            COMMON,
            1,
            1,
            Outages::quick,
            subject -> Optional.empty(),
            trial -> struck(trial, new Fault.AnswerAfter(502))),
        new Scenario(
            "delayed-readback",
            "the destination cannot be asked for " + MOMENT.toSeconds() + " s",
            COMMON,
            1,
            1,
            Outages::quick,
            subject ->
                subject.canSearch()
                    ? Optional.empty()
                    : Optional.of("the contract has no readback that finds what was lost"),
            Outages::delayedReadback),
        new Scenario(
            "cut-before",
            "the connection is cut before the request arrives",
            COMMON,
            1,
            1,
            Subject::recovery,
            subject -> Optional.empty(),
            trial -> struck(trial, new Fault.CutBefore())),
        new Scenario(
            "held-answer",
            "the answer comes after the timeout",
            COMMON,
            2,
            1,
            subject -> subject.sendTimeout().plusSeconds(5),
            subject -> Optional.empty(),
            trial ->
                struck(trial, new Fault.HoldAnswer(trial.subject().sendTimeout().plusSeconds(3)))),
        new Scenario(
            "too-many",
            "429 with Retry-After",
            COMMON,
            2,
            1,
            Outages::quick,
            subject -> Optional.empty(),
            Outages::tooMany));
  }

  private static Duration quick(Subject subject) {
    return subject.destination().readbacks().initial().multipliedBy(4).plusSeconds(8);
  }

  /** The first write meets this fault; then all is well. */
  private static void struck(Trial trial, Fault fault) throws Exception {
    Operation operation = trial.operation();
    trial.faultWrite(operation, fault);
    trial.submit(operation);
    Outcome outcome = trial.end(operation);
    trial.did(told(outcome));
    if (isStruck(trial, outcome)) {
      trial.findings(new Judging(trial.subject()).once(outcome, Optional.empty()));
    }
  }

  /** What happened to the first write, as the proxy saw it. */
  static String told(Outcome outcome) {
    if (outcome.writes().isEmpty()) {
      return "";
    }
    Exchange first = outcome.writes().getFirst();
    String fault = first.rule().map(rule -> rule.fault().words()).orElse("nothing was disturbed");
    return fault
        + first.deliveries().stream()
            .findFirst()
            .flatMap(Exchange.Delivery::status)
            .map(status -> " (it answered " + status + ")")
            .orElse("");
  }

  /** Says so if the fault never came about. */
  static boolean isStruck(Trial trial, Outcome outcome) {
    boolean struck = outcome.writes().stream().anyMatch(write -> write.rule().isPresent());
    if (!struck) {
      trial.finding(
          "the write of %s never came past the proxy, so nothing was shown; it ended %s %s"
              .formatted(outcome.operation().id(), outcome.state(), outcome.message()));
    }
    return struck;
  }

  private static void delayedReadback(Trial trial) throws Exception {
    Operation operation = trial.operation();
    trial.faultWrite(operation, new Fault.LoseAnswer());
    trial.faultReads(operation, new Fault.AnswerInstead(503, Map.of()));
    trial.submit(operation);
    boolean written = trial.await(() -> !trial.writes(operation).isEmpty());
    if (written) {
      Instant healed = Instant.now().plus(MOMENT);
      Trial.await(MOMENT.plusSeconds(1), () -> Instant.now().isAfter(healed));
    }
    trial.heal();
    Outcome outcome = trial.end(operation);
    trial.did(
        "the answer was lost, and every readback was answered 503 for "
            + MOMENT.toSeconds()
            + " s");
    if (isStruck(trial, outcome)) {
      trial.findings(new Judging(trial.subject()).once(outcome, Optional.empty()));
    }
  }

  private static void tooMany(Trial trial) throws Exception {
    Operation operation = trial.operation();
    String seconds = Long.toString(RETRY_AFTER.toSeconds());
    trial.faultWrite(operation, new Fault.AnswerInstead(429, Map.of("Retry-After", seconds)));
    trial.submit(operation);
    Outcome outcome = trial.end(operation);
    trial.did("the first write was answered 429 with Retry-After: " + seconds);
    if (!isStruck(trial, outcome)) {
      return;
    }
    trial.findings(new Judging(trial.subject()).once(outcome, Optional.empty()));
    List<Exchange> writes = outcome.writes();
    if (writes.size() > 1) {
      Duration waited = Duration.between(writes.get(0).at(), writes.get(1).at());
      if (waited.compareTo(RETRY_AFTER) < 0) {
        trial.finding(
            "the next write of %s came after %s, although the destination had asked for %s"
                .formatted(operation.id(), Judging.seconds(waited), Judging.seconds(RETRY_AFTER)));
      }
    } else if (!outcome.state().equals("VERIFIED")) {
      trial.finding(
          "429 was not understood as \"later\": a rule of `send.rules` matches it; let it be"
              + " `deferred`");
    }
  }
}
