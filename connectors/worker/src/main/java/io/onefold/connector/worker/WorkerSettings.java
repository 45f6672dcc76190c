package io.onefold.connector.worker;

import io.onefold.connector.Connector;
import io.onefold.destination.Destinations;
import io.onefold.schema.Topics;
import io.onefold.schema.sealing.InstallationKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a worker is started with.
 *
 * @param bootstrapServers Kafka addresses, {@code host:port}, separated by commas
 * @param kafka further client properties, for example security; what the worker relies on cannot be
 *     changed here
 * @param topics names of the topics
 * @param pool whose commands are taken
 * @param workerId stable name of this worker: 1 to 100 characters of {@code A-Z a-z 0-9 . _ -}
 * @param dataDir folder that belongs to this worker alone; made if it is missing
 * @param destinations the contracts; those of the pool are served
 * @param connectors who speaks to the destinations; closed with the worker
 * @param maxInFlight most claims and sends at once, at least 1
 * @param maxReadbacks most readbacks at once, beside the sends, at least 1
 * @param stopTimeout longest duration of a stop, at least one second
 * @param payloadKeys open sealed payloads; empty: it sends none that is sealed
 */
public record WorkerSettings(
    String bootstrapServers,
    Map<String, Object> kafka,
    Topics topics,
    String pool,
    String workerId,
    Path dataDir,
    Destinations destinations,
    List<Connector> connectors,
    int maxInFlight,
    int maxReadbacks,
    Duration stopTimeout,
    Optional<InstallationKeys> payloadKeys) {
  /** Longest duration of a stop, where nothing else is configured. */
  public static final Duration DEFAULT_STOP_TIMEOUT = Duration.ofSeconds(30);

  private static final Duration SHORTEST_STOP = Duration.ofSeconds(1);
  private static final Pattern WORKER_ID = Pattern.compile("[A-Za-z0-9._-]{1,100}");

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if one is not allowed; the message names it
   */
  public WorkerSettings {
    kafka = Map.copyOf(kafka);
    connectors = List.copyOf(connectors);
    if (bootstrapServers.isBlank()) {
      throw new IllegalArgumentException(
          "bootstrap servers are missing; allowed are host:port pairs, separated by commas");
    }
    checkWorkerId(workerId);
    topics.commands(pool);
    WorkerLimits.of(maxInFlight, maxReadbacks);
    if (stopTimeout.compareTo(SHORTEST_STOP) < 0) {
      throw new IllegalArgumentException(
          "stop timeout is " + stopTimeout + "; allowed are " + SHORTEST_STOP + " and more");
    }
  }

  /** The settings of a worker that sends no sealed payload. */
  public WorkerSettings(
      String bootstrapServers,
      Map<String, Object> kafka,
      Topics topics,
      String pool,
      String workerId,
      Path dataDir,
      Destinations destinations,
      List<Connector> connectors,
      int maxInFlight,
      int maxReadbacks,
      Duration stopTimeout) {
    this(
        bootstrapServers,
        kafka,
        topics,
        pool,
        workerId,
        dataDir,
        destinations,
        connectors,
        maxInFlight,
        maxReadbacks,
        stopTimeout,
        Optional.empty());
  }

  /** The same, opening sealed payloads with these keys. */
  public WorkerSettings opening(Optional<InstallationKeys> keys) {
    return new WorkerSettings(
        bootstrapServers,
        kafka,
        topics,
        pool,
        workerId,
        dataDir,
        destinations,
        connectors,
        maxInFlight,
        maxReadbacks,
        stopTimeout,
        keys);
  }

  /** The settings with the default limits. */
  public static WorkerSettings standard(
      String bootstrapServers,
      Map<String, Object> kafka,
      Topics topics,
      String pool,
      String workerId,
      Path dataDir,
      Destinations destinations,
      List<Connector> connectors) {
    return new WorkerSettings(
        bootstrapServers,
        kafka,
        topics,
        pool,
        workerId,
        dataDir,
        destinations,
        connectors,
        WorkerLimits.DEFAULT_MAX_IN_FLIGHT,
        WorkerLimits.DEFAULT_MAX_READBACKS,
        DEFAULT_STOP_TIMEOUT);
  }

  /** The consumer group of the pool. */
  public String group() {
    return group(topics, pool);
  }

  /** The consumer group of a pool of workers. */
  public static String group(Topics topics, String pool) {
    return topics.prefix() + "workers." + pool;
  }

  static void checkWorkerId(String workerId) {
    if (!WORKER_ID.matcher(workerId).matches()) {
      throw new IllegalArgumentException(
          "worker ID is '" + workerId + "'; allowed are 1 to 100 characters of A-Z a-z 0-9 . _ -");
    }
  }

  /** Leaves client properties out: they may hold secrets. */
  @Override
  public String toString() {
    return "WorkerSettings[worker=" + workerId + ", pool=" + pool + ", dataDir=" + dataDir + "]";
  }
}
