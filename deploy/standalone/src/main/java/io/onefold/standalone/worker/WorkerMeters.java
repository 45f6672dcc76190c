package io.onefold.standalone.worker;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.onefold.connector.worker.Hold;
import io.onefold.connector.worker.Worker;
import io.onefold.connector.worker.WorkerMetrics;
import io.onefold.connector.worker.WorkerMetrics.Outcome;
import io.onefold.connector.worker.WorkerMetrics.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A worker's numbers as meters {@code onefold_worker_…}, each with the label {@code pool}. All of
 * them stand from the start, with zeros. Labels have a bounded number of values: those of an
 * enumeration, or the destinations of the pool.
 */
public final class WorkerMeters implements MeterBinder {
  private static final String PREFIX = "onefold.worker.";

  /** Stands for every destination that this worker has no contract of. */
  private static final String OTHER = "other";

  private final Worker worker;
  private final Tags tags;

  /** The meters of this worker. */
  public WorkerMeters(Worker worker) {
    this.worker = worker;
    this.tags = Tags.of("pool", worker.pool());
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder(PREFIX + "running", worker, w -> w.isRunning() ? 1 : 0)
        .description("1 until the worker has stopped")
        .tags(tags)
        .register(registry);
    Gauge.builder(PREFIX + "commands.lag", worker, WorkerMeters::lag)
        .description("commands that are not read yet, of the partition that has most of them")
        .tags(tags)
        .baseUnit("records")
        .register(registry);
    bindGauges(registry);
    for (Hold hold : Hold.values()) {
      gauge(
          registry,
          "held.back",
          "queued offers that are not claimed yet, by what holds them back",
          tags.and("reason", hold.name()),
          s -> s.heldBack().getOrDefault(hold, 0));
    }
    List<String> named = worker.destinations();
    Stream.concat(named.stream(), Stream.of(OTHER))
        .forEach(destination -> bindOutcomes(registry, destination, named));
    for (WorkerMetrics.Counter counter : WorkerMetrics.Counter.values()) {
      count(registry, name(counter), description(counter), tags, s -> s.count(counter));
    }
  }

  private void bindGauges(MeterRegistry registry) {
    gauge(
        registry, "offers.queued", "offers that are not claimed yet", tags, s -> s.queuedOffers());
    gauge(registry, "in.flight", "claims and attempts that run", tags, s -> s.inFlight());
    gauge(
        registry,
        "readbacks.waiting",
        "readbacks that wait for room",
        tags,
        s -> s.waitingReadbacks());
    gauge(registry, "readbacks.running", "readbacks that run", tags, s -> s.runningReadbacks());
    gauge(
        registry,
        "partitions",
        "partitions of commands that this worker reads",
        tags,
        s -> s.partitions().orElse(0));
    Gauge.builder(
            PREFIX + "loop.age",
            worker,
            w -> w.metrics().snapshot().sinceTurn().toMillis() / 1000.0)
        .description("time since the worker's thread last went round")
        .tags(tags)
        .baseUnit("seconds")
        .register(registry);
  }

  private void bindOutcomes(MeterRegistry registry, String destination, List<String> named) {
    Tags of = tags.and("destination", destination);
    for (String result : WorkerMetrics.SEND_RESULTS) {
      count(
          registry,
          "sends",
          "ends of attempts",
          of.and("result", result),
          s -> sum(s, Snapshot::sends, destination, result, named));
    }
    for (String result : WorkerMetrics.READBACK_RESULTS) {
      count(
          registry,
          "readbacks",
          "what readbacks saw that the ledger asked for",
          of.and("result", result),
          s -> sum(s, Snapshot::readbacks, destination, result, named));
    }
  }

  private static double sum(
      Snapshot snapshot,
      Function<Snapshot, Map<Outcome, Long>> counts,
      String destination,
      String result,
      List<String> named) {
    return counts.apply(snapshot).entrySet().stream()
        .filter(e -> e.getKey().result().equals(result))
        .filter(
            e ->
                destination.equals(OTHER)
                    ? !named.contains(e.getKey().destination())
                    : e.getKey().destination().equals(destination))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private static double lag(Worker worker) {
    return worker.consumerMetrics().entrySet().stream()
        .filter(e -> e.getKey().name().equals("records-lag-max"))
        .map(e -> e.getValue().metricValue())
        .filter(Double.class::isInstance)
        .mapToDouble(Double.class::cast)
        .filter(Double::isFinite)
        .max()
        .orElse(0);
  }

  private void gauge(
      MeterRegistry registry,
      String name,
      String description,
      Tags of,
      ToDoubleFunction<Snapshot> value) {
    Gauge.builder(PREFIX + name, worker, w -> value.applyAsDouble(w.metrics().snapshot()))
        .description(description)
        .tags(of)
        .register(registry);
  }

  private void count(
      MeterRegistry registry,
      String name,
      String description,
      Tags of,
      ToDoubleFunction<Snapshot> value) {
    FunctionCounter.builder(PREFIX + name, worker, w -> value.applyAsDouble(w.metrics().snapshot()))
        .description(description)
        .tags(of)
        .register(registry);
  }

  private static String name(WorkerMetrics.Counter counter) {
    return switch (counter) {
      case OFFERS -> "offers";
      case REPEATED_OFFERS -> "offers.repeated";
      case DROPPED_OFFERS -> "offers.dropped";
      case CLAIMS -> "claims";
      case GRANTS -> "grants";
      case SILENT_GRANTS -> "grants.silent";
      case GIVEN_UP -> "claims.given.up";
      case HELD_BACK -> "grants.held.back";
      case READBACKS -> "readback.commands";
      case DROPPED_READBACKS -> "readback.commands.dropped";
      case DEAD_LETTERS -> "dead.letters";
      case REPORT_RETRIES -> "report.retries";
      case OFFSET_RESETS -> "offset.resets";
      case LOOP_FAILURES -> "loop.failures";
    };
  }

  private static String description(WorkerMetrics.Counter counter) {
    return switch (counter) {
      case OFFERS -> "offers read";
      case REPEATED_OFFERS -> "offers of an attempt that was queued, claimed or running already";
      case DROPPED_OFFERS ->
          "offers dropped because the queue was full or their partition went to another worker";
      case CLAIMS -> "claims produced";
      case GRANTS -> "grants of claims held here";
      case SILENT_GRANTS -> "grants of claims that another life or another worker made";
      case GIVEN_UP -> "claims given up before they were granted";
      case HELD_BACK -> "granted attempts not made, because the account waits or has no place left";
      case READBACKS -> "readback commands taken";
      case DROPPED_READBACKS ->
          "readback commands dropped because too many waited or their partition went elsewhere";
      case DEAD_LETTERS -> "commands that could not be read";
      case REPORT_RETRIES -> "reports that had to be produced again";
      case OFFSET_RESETS -> "partitions read again from their first record";
      case LOOP_FAILURES -> "failures of the worker's thread that it went on after";
    };
  }
}
