package io.onefold.operation;

import io.onefold.operation.OperationEffect.PublishEscalation;
import io.onefold.operation.OperationEffect.PublishReceipt;
import io.onefold.operation.OperationEffect.SendGrant;
import io.onefold.operation.OperationEffect.SendOffer;
import io.onefold.operation.OperationEffect.SendReadback;
import io.onefold.operation.OperationInput.IntentSubmitted;
import io.onefold.operation.OperationInput.IntervalsRestarted;
import io.onefold.operation.OperationInput.ReviewSubmitted;
import io.onefold.operation.OperationInput.TimerFired;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Unresolved;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * One random history of one operation: a ledger around the core, workers, a destination and people,
 * on one virtual clock. A seed decides everything.
 */
final class HistoryWorld {
  private static final int MOST_STEPS = 3000;

  private final HistoryScenario scenario;
  private final SplittableRandom random;
  private final HistoryProvider provider;
  private final HistoryWorkers workers;
  private final HistoryChecks checks;
  private final PriorityQueue<Planned> plan =
      new PriorityQueue<>(Comparator.comparing(Planned::at).thenComparingInt(Planned::order));
  private OperationState state = new OperationState.Absent(Samples.ID, 0);
  private Instant now = Samples.T0;
  private int order;
  private int peopleLeft = 6;

  HistoryWorld(HistoryScenario scenario, long seed) {
    this.scenario = scenario;
    this.random = new SplittableRandom(seed);
    this.provider = new HistoryProvider(scenario);
    this.workers = new HistoryWorkers(this, provider);
    this.checks = new HistoryChecks(scenario, provider);
  }

  private record Planned(Instant at, int order, Runnable action) {}

  HistoryScenario scenario() {
    return scenario;
  }

  HistoryChecks checks() {
    return checks;
  }

  Instant now() {
    return now;
  }

  int roll(int sides) {
    return random.nextInt(Math.max(1, sides));
  }

  double fraction() {
    return random.nextDouble();
  }

  /** Mostly short, sometimes long. */
  Duration delay() {
    return switch (roll(20)) {
      case 0 -> Duration.ofMinutes(roll(60));
      case 1, 2 -> Duration.ofSeconds(roll(90));
      default -> Duration.ofMillis(roll(1500));
    };
  }

  void in(Duration after, Runnable action) {
    plan.add(new Planned(now.plus(after), order++, action));
  }

  /** A record is read once, or twice, and late if it so happens. */
  void deliver(Function<Instant, OperationInput> input) {
    int copies = roll(6) == 0 ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      in(delay(), () -> take(input.apply(now)));
    }
  }

  /** A record that the log keeps behind others: read once, not before the given moment. */
  void deliverNotBefore(Instant earliest, Function<Instant, OperationInput> input) {
    Instant at = later(now.plus(delay()), earliest);
    plan.add(new Planned(at, order++, () -> take(input.apply(now))));
  }

  /** As {@link #deliver}; tells when the record is read first. */
  Instant append(Function<Instant, OperationInput> input) {
    Duration first = delay();
    in(first, () -> take(input.apply(now)));
    if (roll(6) == 0) {
      in(first.plus(delay()), () -> take(input.apply(now)));
    }
    return now.plus(first);
  }

  /** Plays to the end and returns what was checked on the way. */
  HistoryChecks play() {
    submit();
    for (int i = roll(3); i > 0; i--) {
      in(Duration.ofMinutes(roll(90)), this::restart);
      in(Duration.ofMinutes(roll(90)), this::submit);
    }
    int steps = 0;
    while (step() && steps++ < MOST_STEPS) {}
    checks.ended(state, now);
    return checks;
  }

  private boolean step() {
    Optional<Instant> timer = state instanceof Final ? Optional.empty() : dueNext();
    Instant planned = plan.isEmpty() ? Instant.MAX : plan.peek().at();
    if (timer.isPresent() && !timer.get().isAfter(planned)) {
      now = later(now, timer.get().plusMillis(roll(1000)));
      fire();
      return true;
    }
    if (plan.isEmpty()) {
      return false;
    }
    Planned next = plan.remove();
    now = later(now, next.at());
    next.action().run();
    return true;
  }

  private Optional<Instant> dueNext() {
    return state instanceof Known known ? known.operation().timers().first() : Optional.empty();
  }

  private void fire() {
    Operation op = ((Known) state).operation();
    Timers.Kind kind = op.timers().dueAt(now).orElseThrow();
    take(new TimerFired(now, Story.ORIGIN, kind, op.attempts().token()));
  }

  private void restart() {
    take(new IntervalsRestarted(now, Story.ORIGIN));
  }

  private void submit() {
    Intent intent = Samples.intent();
    Intent timed =
        switch (roll(8)) {
          case 0 ->
              Samples.withTimes(intent, Optional.empty(), Optional.of(now.plusSeconds(roll(600))));
          case 1 ->
              Samples.withTimes(intent, Optional.of(now.plusSeconds(roll(60))), Optional.empty());
          case 2 -> Samples.intent(Samples.HASH, Optional.empty());
          case 3 -> state.sequence() > 0 ? Samples.inAccount(intent, "another") : intent;
          default -> intent;
        };
    deliver(at -> new IntentSubmitted(at, Story.ORIGIN, timed, Optional.of(scenario.policy())));
  }

  private void take(OperationInput input) {
    Decision decision = OperationDecider.decide(state, input);
    checks.step(state, input, decision, now);
    state = decision.after();
    decision.effects().forEach(this::act);
  }

  private void act(OperationEffect effect) {
    switch (effect) {
      case SendOffer offer -> workers.offered(((Known) state).operation().attempts().token());
      case SendGrant grant -> grant(grant.claimId());
      case SendReadback readback -> workers.readback(readback.token(), readback.number());
      case PublishReceipt receipt -> {}
      case PublishEscalation escalation -> askPerson();
    }
  }

  private void grant(String claimId) {
    Instant leaseUntil =
        ((Known) state).operation().attempts().current().orElseThrow().leaseUntil();
    in(delay(), () -> workers.granted(claimId, leaseUntil));
    if (roll(5) == 0) {
      in(delay(), () -> workers.granted(claimId, leaseUntil));
    }
  }

  /** A person loads the case, then looks, then signs; the signature is read some time later. */
  private void askPerson() {
    if (!(state instanceof Unresolved) || peopleLeft == 0) {
      return;
    }
    peopleLeft--;
    in(
        Duration.ofMinutes(roll(90)),
        () -> {
          if (state instanceof Unresolved open) {
            long loaded = open.operation().movedAt();
            in(Duration.ofSeconds(roll(120)), () -> sign(loaded));
          }
        });
  }

  private void sign(long loaded) {
    int seen = provider.visible(now);
    Review.Action action =
        switch (roll(4)) {
          case 0 -> Review.Action.RECHECK;
          case 1 -> state instanceof Unresolved ? Review.Action.APPROVE : Review.Action.RECHECK;
          case 2 ->
              seen > 0 ? Review.Action.CONFIRM_DONE : nothingSeen(Review.Action.AUTHORISE_RETRY);
          default ->
              seen > 0 ? Review.Action.CONFIRM_DONE : nothingSeen(Review.Action.CONFIRM_NOT_DONE);
        };
    boolean force = roll(3) == 0;
    deliver(at -> new ReviewSubmitted(at, Story.ORIGIN, Samples.review(action, loaded, force)));
  }

  private Review.Action nothingSeen(Review.Action action) {
    return scenario.absenceSeenIsTrue() || scenario == HistoryScenario.BROKEN_ASSUMPTIONS
        ? action
        : Review.Action.RECHECK;
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
