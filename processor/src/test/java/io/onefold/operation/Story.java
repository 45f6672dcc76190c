package io.onefold.operation;

import static io.onefold.operation.Samples.ID;
import static io.onefold.operation.Samples.T0;
import static io.onefold.operation.Samples.WORKER;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** One operation told step by step. Each step is also evolved again from its event. */
final class Story {
  static final Origin ORIGIN = new Origin("test", 0, 0);

  private final DestinationPolicy policy;
  private OperationState state = new OperationState.Absent(ID, 0);
  private Instant now = T0;
  private Gate gate = Gate.OPEN;

  Story(PolicySample policy) {
    this.policy = policy.build();
  }

  OperationState state() {
    return state;
  }

  Instant now() {
    return now;
  }

  DestinationPolicy policy() {
    return policy;
  }

  Operation operation() {
    return ((OperationState.Known) state).operation();
  }

  /** From now on the destination is like this. */
  Story gate(Gate changed) {
    gate = changed;
    return this;
  }

  int token() {
    return operation().attempts().token();
  }

  int lastReadback() {
    return operation().readbacks().lastNumber();
  }

  Story later(Duration time) {
    now = now.plus(time);
    return this;
  }

  Decision take(OperationInput input) {
    Decision decision = OperationDecider.decide(state, input, gate);
    assertEquals(
        decision.after(),
        OperationEvolver.evolve(state, decision.event()),
        "evolving the event must lead to the state decided");
    state = decision.after();
    return decision;
  }

  Decision submit() {
    return submit(Samples.intent());
  }

  Decision submit(Intent intent) {
    return take(new OperationInput.IntentSubmitted(now, ORIGIN, intent, Optional.of(policy)));
  }

  Decision submit(Intent intent, Rendering rendering) {
    return take(
        new OperationInput.IntentSubmitted(now, ORIGIN, intent, Optional.of(policy), rendering));
  }

  Decision submitToNowhere(Intent intent) {
    return take(new OperationInput.IntentSubmitted(now, ORIGIN, intent, Optional.empty()));
  }

  Decision claim(String claimId) {
    return claim(token(), claimId);
  }

  Decision claim(int token, String claimId) {
    return take(new OperationInput.ClaimRequested(now, ORIGIN, token, claimId, WORKER, true));
  }

  Decision report(String claimId, SendReport report) {
    return report(token(), claimId, report);
  }

  Decision report(int token, String claimId, SendReport report) {
    return take(new OperationInput.SendReported(now, ORIGIN, token, claimId, WORKER, report));
  }

  /** The newest readback is answered. */
  Decision answer(Observation.Kind kind) {
    return answer(lastReadback(), Samples.seen(kind));
  }

  Decision answer(int number, Observation seen) {
    return answer(operation().attempts().token(), number, seen);
  }

  Decision answer(int token, int number, Observation seen) {
    return take(new OperationInput.ReadbackReported(now, ORIGIN, token, number, seen));
  }

  /** Time passes until this timer is due, and it fires. */
  Decision fire(Timers.Kind timer) {
    Instant due = operation().timers().at(timer).orElseThrow();
    now = due.isAfter(now) ? due : now;
    return take(new OperationInput.TimerFired(now, ORIGIN, timer, token()));
  }

  Decision review(Review.Action action) {
    return review(action, operation().movedAt());
  }

  Decision review(Review.Action action, long sequence) {
    return take(new OperationInput.ReviewSubmitted(now, ORIGIN, Samples.review(action, sequence)));
  }

  Decision workerRestarts() {
    return take(
        new OperationInput.HolderDied(
            now, ORIGIN, new Worker(WORKER.id(), WORKER.incarnation() + 1), Optional.empty()));
  }

  Decision reopen() {
    return take(new OperationInput.DestinationReopened(now, ORIGIN, token()));
  }

  Decision restartIntervals() {
    return take(new OperationInput.IntervalsRestarted(now, ORIGIN));
  }
}
