package io.onefold.processor;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.onefold.destination.Destination;
import io.onefold.destination.Destinations;
import io.onefold.operation.Observation;
import io.onefold.operation.OperationInput;
import io.onefold.operation.Reason;
import io.onefold.operation.SendReport;
import io.onefold.operation.StateName;
import io.onefold.operation.Step;
import io.onefold.suspension.ControlEvent;
import io.onefold.suspension.Request;
import io.onefold.suspension.Suspension;
import io.onefold.topology.ClaimRefusal;
import io.onefold.topology.LedgerTally;
import io.onefold.topology.Stores;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The ledger's numbers as meters {@code onefold_ledger_…}. All of them stand from the start, with
 * zeros, so that an alert can tell nothing from not yet. Every label has a bounded number of
 * values: those of an enumeration, or the destinations and pools of the contracts.
 */
@Singleton
final class LedgerMetrics implements MeterBinder {
  private static final String PREFIX = "onefold.ledger.";
  private static final String DESTINATION = "destination";

  private final LedgerStatus status;
  private final Destinations contracts;
  private final Moment moment;

  LedgerMetrics(LedgerStatus status, Destinations contracts) {
    this.status = status;
    this.contracts = contracts;
    this.moment = new Moment(status);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder(PREFIX + "running", status, s -> s.isRunning() ? 1 : 0)
        .description("1 while every partition is served, by this instance or another one")
        .register(registry);
    bindHoldings(registry);
    bindByDestination(registry);
    bindCounts(registry);
  }

  private void bindHoldings(MeterRegistry registry) {
    gauge("partitions", "partitions that this instance decides for", "", h -> h.partitions())
        .register(registry);
    gauge(
            "uncounted.partitions",
            "partitions whose operations are not all counted yet, after a start or a takeover",
            "",
            h -> h.uncounted())
        .register(registry);
    for (StateName state : StateName.values()) {
      if (state != StateName.ABSENT) {
        gauge("operations", "operations by state", "", h -> h.operations().getOrDefault(state, 0L))
            .tag("state", state.name())
            .register(registry);
      }
    }
    reasons()
        .forEach(
            reason ->
                gauge(
                        "escalations.open",
                        "escalations that wait for a person, by reason",
                        "",
                        h -> h.escalations().getOrDefault(reason, 0L))
                    .tag("reason", reason)
                    .register(registry));
    gauge(
            "oldest.unknown",
            "time since the grant of the oldest attempt whose outcome is unknown",
            "seconds",
            h -> seconds(h.oldestUnknown()))
        .register(registry);
    gauge("timer.lag", "how late due timers fire", "seconds", h -> seconds(h.timerLag()))
        .register(registry);
    for (String store : Stores.ALL) {
      gauge(
              "store",
              "size of a store in files and memory, warm copies included",
              "bytes",
              h -> h.storeBytes().getOrDefault(store, 0L))
          .tag("store", store)
          .register(registry);
    }
    gauge(
            "restore.remaining",
            "records still to be read before the stores are as they were",
            "records",
            h -> h.restoreRemaining())
        .register(registry);
  }

  private static Stream<String> reasons() {
    return Stream.concat(names(Reason.values()), names(Suspension.Why.values())).distinct();
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  private void bindByDestination(MeterRegistry registry) {
    for (String pool : contracts.pools()) {
      int many = contracts.inPool(pool).size();
      Gauge.builder(PREFIX + "contracts", () -> many)
          .description("contracts of the ledger's file, by the pool whose workers serve them")
          .tag("pool", pool)
          .register(registry);
    }
    List<String> named = contracts.all().stream().map(Destination::name).toList();
    Stream.concat(named.stream(), Stream.of(LedgerTally.OTHER))
        .forEach(destination -> bind(registry, destination, named));
  }

  private void bind(MeterRegistry registry, String destination, List<String> named) {
    boolean other = destination.equals(LedgerTally.OTHER);
    gauge(
            "destinations.suspended",
            "1 while a destination is suspended or under test; of all that no contract names the"
                + " number",
            "",
            h ->
                h.suspended().stream()
                    .filter(d -> other ? !named.contains(d) : d.equals(destination))
                    .count())
        .tag(DESTINATION, destination)
        .register(registry);
    gauge(
            "waiting",
            "operations that wait for an attempt",
            "",
            h ->
                h.waiting().entrySet().stream()
                    .filter(
                        e -> other ? !named.contains(e.getKey()) : e.getKey().equals(destination))
                    .mapToLong(e -> e.getValue())
                    .sum())
        .tag(DESTINATION, destination)
        .register(registry);
    names(SendReport.Result.values())
        .forEach(
            result ->
                counter(
                        "sends",
                        "ends of attempts as workers report them",
                        "sends." + result + "." + destination)
                    .tag(DESTINATION, destination)
                    .tag("result", result)
                    .register(registry));
    names(Observation.Result.values())
        .forEach(
            result ->
                counter(
                        "readbacks",
                        "what readbacks saw",
                        "readbacks." + result + "." + destination)
                    .tag(DESTINATION, destination)
                    .tag("result", result)
                    .register(registry));
  }

  private void bindCounts(MeterRegistry registry) {
    counts(registry, "inputs", "kind", kinds(OperationInput.class), "decided inputs");
    counts(registry, "conclusions", "kind", kinds(Step.class), "what the inputs led to");
    counts(registry, "entered", "state", names(StateName.values()), "changes into a state");
    counts(
        registry,
        "intents",
        "outcome",
        names(LedgerTally.Taken.values()),
        "what became of delivered intents");
    counts(
        registry,
        "claims.refused",
        "why",
        names(ClaimRefusal.values()),
        "claims of workers that were not granted");
    counts(
        registry,
        "destinations.decided",
        "verdict",
        names(ControlEvent.Verdict.values()),
        "decisions about suspending and resuming destinations");
    counts(
        registry,
        "destinations.requests",
        "kind",
        kinds(Request.Wish.class).filter(w -> !w.equals("Suspend") && !w.equals("Resume")),
        "what the ledger itself asked of its destinations");
    counter("grants", "attempts that were granted", "grants").register(registry);
    counter("checkpoints", "signed checkpoints of the journal", "checkpoints").register(registry);
    counter("dead.letters", "records that could not be read", "dead.letters").register(registry);
    counter(
            "commands.without.pool",
            "commands not sent because no contract uses their pool any more",
            "commands.without.pool")
        .register(registry);
  }

  private static Stream<String> kinds(Class<?> sealed) {
    return Arrays.stream(sealed.getPermittedSubclasses()).map(Class::getSimpleName);
  }

  private static Stream<String> names(Enum<?>[] values) {
    return Arrays.stream(values).map(Enum::name);
  }

  private Gauge.Builder<Moment> gauge(
      String name, String description, String unit, ToDoubleFunction<LedgerHoldings> value) {
    Gauge.Builder<Moment> gauge =
        Gauge.builder(PREFIX + name, moment, m -> value.applyAsDouble(m.holdings()))
            .description(description);
    return unit.isEmpty() ? gauge : gauge.baseUnit(unit);
  }

  private void counts(
      MeterRegistry registry, String group, String tag, Stream<String> values, String description) {
    values.forEach(
        value ->
            counter(group, description, group + "." + value).tag(tag, value).register(registry));
  }

  private FunctionCounter.Builder<LedgerStatus> counter(
      String meter, String description, String name) {
    return FunctionCounter.builder(
            PREFIX + meter, status, s -> s.numbers().getOrDefault(name, 0L).doubleValue())
        .description(description);
  }

  /** What all gauges of one reading show: the holdings are looked at once, not for each of them. */
  private static final class Moment {
    private static final long FRESH_NANOS = Duration.ofMillis(250).toNanos();

    private final LedgerStatus status;
    private long lookedAt;
    private LedgerHoldings seen = LedgerHoldings.NONE;

    Moment(LedgerStatus status) {
      this.status = status;
      this.lookedAt = System.nanoTime() - FRESH_NANOS;
    }

    synchronized LedgerHoldings holdings() {
      if (System.nanoTime() - lookedAt >= FRESH_NANOS) {
        seen = status.holdings();
        lookedAt = System.nanoTime();
      }
      return seen;
    }
  }
}
