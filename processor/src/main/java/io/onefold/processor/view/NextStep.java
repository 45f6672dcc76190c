package io.onefold.processor.view;

import io.onefold.operation.Operation;
import io.onefold.operation.OperationState.Claimed;
import io.onefold.operation.OperationState.CommitUnknown;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Ready;
import io.onefold.operation.OperationState.Unresolved;
import io.onefold.operation.Questions;
import io.onefold.operation.Timers.Kind;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What happens next to an operation, in plain words.
 *
 * @param at when, at the latest; empty where it waits for somebody
 */
record NextStep(String what, Optional<Instant> at) {

  /**
   * Empty for a final operation: nothing happens any more.
   *
   * @param heldBecause why its destination takes no attempt of it now
   */
  static Optional<NextStep> of(Known state, Optional<String> heldBecause) {
    Operation op = state.operation();
    return switch (state) {
      case Ready ready ->
          Optional.of(heldBecause.map(why -> held(op, why)).orElseGet(() -> ready(ready, op)));
      case Claimed claimed -> Optional.of(claimed(op));
      case CommitUnknown unknown -> Optional.of(unknown(op));
      case Unresolved unresolved -> Optional.of(unresolved(unresolved));
      case Final end -> Optional.empty();
    };
  }

  private static NextStep held(Operation op, String why) {
    return new NextStep(
        "held because %s; it goes on by itself once a controlled test there is VERIFIED"
            .formatted(why),
        op.timers().at(Kind.EXPIRY));
  }

  private static NextStep ready(Ready state, Operation op) {
    String attempt = "attempt " + op.attempts().token();
    String pool = op.rules().pool();
    return state.offered()
        ? new NextStep(
            "a worker of pool '%s' takes %s; until then it is offered again"
                .formatted(pool, attempt),
            op.timers().at(Kind.OFFER))
        : new NextStep(
            "%s is offered to the workers of pool '%s'".formatted(attempt, pool),
            op.timers().at(Kind.OFFER));
  }

  private static NextStep claimed(Operation op) {
    String worker = op.attempts().holder().map(holder -> holder.worker().id()).orElse("unknown");
    return new NextStep(
        "worker '%s' reports how attempt %d ended; without a report the destination is asked"
            .formatted(worker, op.attempts().token()),
        op.timers().at(Kind.LEASE));
  }

  // The next question comes first, unless the settle point or the end of patience is nearer.
  private static NextStep unknown(Operation op) {
    Optional<Instant> readback = op.timers().at(Kind.READBACK);
    Optional<Instant> settle = op.timers().at(Kind.SETTLE);
    Optional<Instant> deadline = op.timers().at(Kind.DEADLINE);
    if (nearest(deadline, readback, settle)) {
      return new NextStep("without an answer that tells, a person must decide", deadline);
    }
    if (nearest(settle, readback, deadline)) {
      return new NextStep(
          "the settle time ends: what the destination shows from then on counts", settle);
    }
    return new NextStep(
        readback.isPresent()
            ? "the destination is asked what it stored, unless an answer comes before"
            : "the destination answers what it stored",
        readback);
  }

  private static boolean nearest(
      Optional<Instant> one, Optional<Instant> other, Optional<Instant> third) {
    return one.isPresent()
        && other.filter(t -> !t.isAfter(one.get())).isEmpty()
        && third.filter(t -> !t.isAfter(one.get())).isEmpty();
  }

  private static NextStep unresolved(Unresolved state) {
    String actions =
        Questions.allowed(state).keySet().stream()
            .map(Enum::name)
            .collect(Collectors.joining(", "));
    return new NextStep("a person decides; possible now: " + actions, Optional.empty());
  }
}
