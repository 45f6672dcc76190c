package io.onefold.standalone.worker;

import io.onefold.connector.worker.Worker;
import io.onefold.connector.worker.WorkerMetrics.Snapshot;
import java.time.Duration;
import java.util.Optional;

/** Whether a worker lives, and whether it can take commands. */
final class WorkerHealth {
  /**
   * A thread that did not go round for so long hangs. Longer than any single call of a Kafka client
   * may wait for brokers that are away: those do not come back faster when workers are restarted.
   */
  static final Duration HANGS = Duration.ofMinutes(2);

  /** A worker that did not hear of its group for so long is no member, or soon will not be. */
  static final Duration SILENT = Duration.ofSeconds(30);

  private static final String HEARTBEAT = "last-heartbeat-seconds-ago";

  private WorkerHealth() {}

  /** What is wrong with its life; empty if nothing is. Only a restart helps. */
  static Optional<String> notAlive(Worker worker) {
    Duration since = worker.metrics().snapshot().sinceTurn();
    if (!worker.isRunning()) {
      return Optional.of("the worker has stopped");
    }
    return since.compareTo(HANGS) > 0
        ? Optional.of("its thread has not gone round for " + since.toSeconds() + " s")
        : Optional.empty();
  }

  /** Why it cannot take commands; empty if it can. One without partitions is ready for some. */
  static Optional<String> notReady(Worker worker) {
    Optional<String> dead = notAlive(worker);
    if (dead.isPresent()) {
      return dead;
    }
    Snapshot now = worker.metrics().snapshot();
    if (now.partitions().isEmpty()) {
      return Optional.of("it has not joined its group yet");
    }
    double silence = silence(worker);
    return silence > SILENT.toSeconds()
        ? Optional.of("the brokers have not answered for " + Math.round(silence) + " s")
        : Optional.empty();
  }

  private static double silence(Worker worker) {
    return worker.consumerMetrics().entrySet().stream()
        .filter(e -> e.getKey().name().equals(HEARTBEAT))
        .map(e -> e.getValue().metricValue())
        .filter(Double.class::isInstance)
        .mapToDouble(Double.class::cast)
        .filter(Double::isFinite)
        .max()
        .orElse(0);
  }
}
