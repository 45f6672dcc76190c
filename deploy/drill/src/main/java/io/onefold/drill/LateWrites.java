package io.onefold.drill;

import static io.onefold.drill.Scenario.LaneKind.COMMON;

import io.onefold.faults.Exchange;
import io.onefold.faults.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Requests that reach the destination late, or are held before they begin. */
final class LateWrites {
  /** A request that was given up arrives so much later. */
  static final Duration LATE = Duration.ofSeconds(6);

  private LateWrites() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "late-write",
            "the request arrives " + LATE.toSeconds() + " s after it was given up",
            COMMON,
            2,
            1,
            subject -> subject.sendTimeout().plus(LATE).plus(subject.recovery()),
            subject -> Optional.empty(),
            trial -> late(trial, LATE)),
        new Scenario(
            "settle",
            "the request arrives shortly before settle is over",
            COMMON,
            2,
            1,
            subject -> subject.sendTimeout().plus(subject.recovery()),
            subject ->
                justInTime(subject).compareTo(LATE.plusSeconds(2)) > 0
                    ? Optional.empty()
                    : Optional.of(
                        "settle is %s, which late-write covers"
                            .formatted(Judging.seconds(subject.settle()))),
            trial -> late(trial, justInTime(trial.subject()))),
        new Scenario(
            "expired-lease",
            "the worker stands still before the first byte until its lease is over",
            COMMON,
            2,
            1,
            subject -> subject.lease().plusSeconds(10),
            subject -> Optional.empty(),
            LateWrites::expiredLease));
  }

  /** Four fifths of settle: late, with room for a busy machine. */
  private static Duration justInTime(Subject subject) {
    return subject.settle().multipliedBy(4).dividedBy(5);
  }

  private static void late(Trial trial, Duration lateBy) throws Exception {
    Operation operation = trial.operation();
    Duration held = trial.subject().sendTimeout().plus(lateBy);
    trial.faultWrite(operation, new Fault.HoldRequest(held));
    trial.submit(operation);
    Outcome outcome = trial.end(operation);
    // An end that came before the late write says nothing: what it does is what is asked here.
    if (arrived(outcome.writes()).isEmpty() && !outcome.writes().isEmpty()) {
      Trial.await(held.plusSeconds(5), () -> arrived(trial.writes(operation)).isPresent());
      outcome = trial.again(outcome);
    }
    Optional<Exchange.Delivery> late = arrived(outcome.writes());
    if (late.isEmpty()) {
      trial.finding(
          "the held write of %s never reached the destination, so nothing was shown"
              .formatted(operation.id()));
      return;
    }
    Exchange first = outcome.writes().getFirst();
    Duration after =
        Duration.between(first.at(), late.get().at()).minus(trial.subject().sendTimeout());
    trial.did(
        "given up after %s, it reached the destination %s later; settle is %s"
            .formatted(
                Judging.seconds(trial.subject().sendTimeout()),
                Judging.seconds(after),
                Judging.seconds(trial.subject().settle())));
    Judging judging = new Judging(trial.subject());
    trial.findings(judging.once(outcome, Optional.of(judging.lateDoubled(outcome, after))));
    if (after.compareTo(trial.subject().settle()) < 0) {
      trial.note(
          "a write that arrives later than settle (%s) after it was given up is outside of what the"
                  .formatted(Judging.seconds(trial.subject().settle()))
              + " contract promises, and is not tried here");
    }
  }

  /** The delivery of the write that was held. */
  private static Optional<Exchange.Delivery> arrived(List<Exchange> writes) {
    return writes.stream()
        .filter(write -> write.rule().isPresent())
        .flatMap(write -> write.deliveries().stream())
        .filter(delivery -> delivery.status().isPresent() || !delivery.problem().isEmpty())
        .findFirst();
  }

  private static void expiredLease(Trial trial) throws Exception {
    Operation operation = trial.operation();
    trial.stage().holds().hold(operation.id(), trial.subject().lease().plusSeconds(1));
    trial.submit(operation);
    Outcome outcome = trial.end(operation);
    trial.did(
        "held for %s with no byte sent; the first attempt ended %s"
            .formatted(
                Judging.seconds(trial.subject().lease().plusSeconds(1)),
                outcome.attempt(1).orElse("without a report")));
    trial.findings(new Judging(trial.subject()).once(outcome, Optional.empty()));
    if (outcome.writes().size() > 1) {
      trial.finding(
          "%d writes were sent for %s; the attempt with the expired lease should have sent none"
              .formatted(outcome.writes().size(), operation.id()));
    }
  }
}
