package io.onefold.topology;

import io.onefold.operation.Operation;
import io.onefold.operation.Timers;
import java.time.Instant;
import java.util.Map;

/** Operations whose timers a test chooses. */
final class TimersOf {
  private TimersOf() {}

  static Operation set(Operation op, Map<Timers.Kind, Instant> due) {
    return new Operation(
        op.id(),
        op.sequence(),
        op.movedAt(),
        op.admittedBy(),
        op.intent(),
        op.policy(),
        op.body(),
        op.admitted(),
        op.attempts(),
        op.knowledge(),
        op.readbacks(),
        new Timers(due),
        op.notice());
  }
}
