package io.onefold.standalone.cases;

import io.onefold.connector.worker.Worker;
import io.onefold.connector.worker.WorkerSettings;
import io.onefold.destination.Destinations;
import io.onefold.destination.DestinationsFile;
import io.onefold.processor.Ledger;
import io.onefold.schema.Topics;
import io.onefold.standalone.Connectors;
import io.onefold.standalone.EmbeddedKafka;
import io.onefold.standalone.TopicAdmin;
import io.onefold.standalone.client.OnefoldClient;
import io.onefold.topology.LedgerSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;

/**
 * The whole product in this process: a broker, its topics, one ledger with its REST interface, and
 * workers with the connectors of the distribution. Data lies in a folder; everything listens on
 * free ports of 127.0.0.1.
 */
final class RunningOnefold implements AutoCloseable {
  /** Long enough for a busy machine: a start that takes longer has failed. */
  private static final Duration START = Duration.ofSeconds(120);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final EmbeddedKafka kafka;
  private final Ledger ledger;
  private final OnefoldClient client;

  private RunningOnefold(Path folder, Destinations destinations, int workers) throws Exception {
    try {
      kafka = owning(EmbeddedKafka.start(folder.resolve("kafka"), 0));
      try (TopicAdmin admin =
          new TopicAdmin(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
        admin.ensure(
            topics().specs(destinations.pools()), Optional.empty(), Optional.of((short) 1));
      }
      ledger =
          owning(
              Ledger.start(
                  LedgerSettings.of(
                      kafka.bootstrapServers(), folder.resolve("state"), destinations, 0)));
      for (int number = 1; number <= workers; number++) {
        owning(startWorker(folder, destinations, "w" + number));
      }
      client =
          owning(
              new OnefoldClient(
                  URI.create("http://127.0.0.1:" + ledger.restPort()), Optional.empty(), START));
      if (!ledger.awaitReady(START)) {
        throw new IllegalStateException("the ledger was not ready within " + START);
      }
    } catch (Exception e) {
      close();
      throw e;
    }
  }

  /**
   * Starts it and waits until it takes intents.
   *
   * @param folder for its data, empty or from an earlier run
   * @param yaml the contracts
   * @param workers how many workers of the default pool, at least 1
   */
  static RunningOnefold start(Path folder, String yaml, int workers) throws Exception {
    return new RunningOnefold(folder, DestinationsFile.parse("destinations", yaml), workers);
  }

  private Worker startWorker(Path folder, Destinations destinations, String id)
      throws IOException, InterruptedException {
    return Worker.start(
        WorkerSettings.standard(
            kafka.bootstrapServers(),
            Map.of(),
            topics(),
            Topics.DEFAULT_POOL,
            id,
            folder.resolve("workers").resolve(id),
            destinations,
            Connectors.all()));
  }

  private <T extends AutoCloseable> T owning(T part) {
    parts.push(part);
    return part;
  }

  /** Where Kafka clients connect. */
  String bootstrapServers() {
    return kafka.bootstrapServers();
  }

  /** The names of the topics. */
  static Topics topics() {
    return Topics.standard();
  }

  /** The address of the REST interface. */
  URI address() {
    return client.base();
  }

  /** Calls the REST interface. */
  OnefoldClient client() {
    return client;
  }

  @Override
  public void close() {
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        System.err.println("closing " + part.getClass().getSimpleName() + " failed: " + e);
      }
    }
  }
}
