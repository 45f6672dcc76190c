package io.onefold.processor;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.onefold.operation.OperationInput;
import io.onefold.operation.StateName;
import io.onefold.operation.Step;
import io.onefold.suspension.ControlEvent;
import io.onefold.suspension.Request;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * The ledger's numbers as meters {@code onefold_ledger_…}. All of them stand from the start, with
 * zeros, so that an alert can tell nothing from not yet.
 */
@Singleton
final class LedgerMetrics implements MeterBinder {
  private final LedgerStatus status;

  LedgerMetrics(LedgerStatus status) {
    this.status = status;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("onefold.ledger.running", status, s -> s.isRunning() ? 1 : 0)
        .description("1 while the topology decides")
        .register(registry);
    kinds(OperationInput.class).forEach(kind -> count(registry, "inputs", "kind", kind));
    kinds(Step.class).forEach(kind -> count(registry, "conclusions", "kind", kind));
    Arrays.stream(StateName.values())
        .forEach(state -> count(registry, "entered", "state", state.name()));
    Arrays.stream(ControlEvent.Verdict.values())
        .forEach(verdict -> count(registry, "destinations.decided", "verdict", verdict.name()));
    kinds(Request.Wish.class)
        .filter(wish -> !wish.equals("Suspend") && !wish.equals("Resume"))
        .forEach(wish -> count(registry, "destinations.requests", "kind", wish));
    count(registry, "dead.letters");
    count(registry, "commands.without.pool");
  }

  private static Stream<String> kinds(Class<?> sealed) {
    return Arrays.stream(sealed.getPermittedSubclasses()).map(Class::getSimpleName);
  }

  private void count(MeterRegistry registry, String group, String tag, String value) {
    String name = group + "." + value;
    FunctionCounter.builder("onefold.ledger." + group, status, s -> number(s, name))
        .tag(tag, value)
        .register(registry);
  }

  private void count(MeterRegistry registry, String name) {
    FunctionCounter.builder("onefold.ledger." + name, status, s -> number(s, name))
        .register(registry);
  }

  private static double number(LedgerStatus status, String name) {
    return status.numbers().getOrDefault(name, 0L);
  }
}
