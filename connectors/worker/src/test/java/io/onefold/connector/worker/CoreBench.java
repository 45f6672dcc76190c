package io.onefold.connector.worker;

import io.onefold.destination.Destinations;
import io.onefold.schema.Command;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A core with everything around it, driven by hand. */
final class CoreBench {
  /** Begins the names of operations that only warm up. */
  static final String WARM = "warm-";

  final ManualClock clock = new ManualClock();
  final HandOutlet outlet = new HandOutlet();
  final FakeConnector connector = new FakeConnector();
  final WorkerMetrics metrics = new WorkerMetrics();
  final WorkerCore core;
  private final Map<Integer, Long> offsets = new HashMap<>();
  private int claimNumber;

  CoreBench() {
    this(WorkerLimits.of(8, 4));
  }

  CoreBench(WorkerLimits limits) {
    this(limits, Contracts.blogAndShop());
  }

  CoreBench(WorkerLimits limits, Destinations destinations) {
    core =
        new WorkerCore(
            limits,
            new Catalogue(destinations.all(), List.of(connector)),
            () -> "claim-" + ++claimNumber,
            new ProviderEvents("w1", 7, clock),
            metrics,
            outlet);
  }

  /** The core reads the commands from partition 0 and lets time act. */
  void read(Command... commands) {
    readFrom(0, commands);
  }

  void readFrom(int partition, Command... commands) {
    for (Command command : commands) {
      long offset = offsets.merge(partition, 1L, Long::sum) - 1;
      core.handle(command, new Position(partition, offset));
      core.readTo(partition, offset + 1);
    }
    core.tick();
  }

  /** Offers the attempt and grants the claim that comes of it. */
  void claimAndGrant(String operationId, int token) {
    read(Commands.send(operationId, token));
    grant(operationId, token);
  }

  void grant(String operationId, int token) {
    read(Commands.grant(operationId, token, outlet.claimIdOf(operationId)));
  }

  /** Lets operations succeed one after the other, so that their account takes more at once. */
  void warmUp(int operations) {
    for (int number = 0; number < operations; number++) {
      claimAndGrant(WARM + number, 1);
      outlet.runCalls();
    }
    core.tick();
  }

  long count(WorkerMetrics.Counter counter) {
    return metrics.snapshot().count(counter);
  }
}
