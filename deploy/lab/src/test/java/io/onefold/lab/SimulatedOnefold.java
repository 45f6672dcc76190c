package io.onefold.lab;

import io.onefold.connector.simulated.ItemsContract;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.SimulatedProviderServer;
import io.onefold.connector.worker.Worker;
import io.onefold.connector.worker.WorkerSettings;
import io.onefold.destination.Destinations;
import io.onefold.destination.DestinationsFile;
import io.onefold.schema.Topics;
import io.onefold.schema.signing.SigningKey;
import io.onefold.standalone.Connectors;
import io.onefold.standalone.EmbeddedKafka;
import io.onefold.standalone.RunningLedger;
import io.onefold.standalone.TopicAdmin;
import io.onefold.topology.LedgerSettings;
import io.onefold.topology.Signing;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A broker, a ledger and a worker in this process, before a simulated destination, with client
 * properties of one's own: the roles are put together as people do who bring their own Kafka.
 */
final class SimulatedOnefold implements AutoCloseable {
  static final int PARTITIONS = 6;
  static final String DESTINATION = "blog";
  static final String ACCOUNT = "acme";
  static final String ENVIRONMENT = "live";

  private static final Topics TOPICS = Topics.standard();
  private static final String POOL = "default";

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final SimulatedProviderServer provider;
  private final EmbeddedKafka kafka;
  private final RunningLedger ledger;

  private SimulatedOnefold(Path data, Map<String, Object> client)
      throws IOException, InterruptedException {
    try {
      provider = add(SimulatedProviderServer.start());
      kafka = add(EmbeddedKafka.start(data.resolve("kafka"), 0));
      Destinations contract = contract(provider.baseUrl());
      try (TopicAdmin admin =
          new TopicAdmin(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
        admin.ensure(
            TOPICS.specs(contract.pools()), Optional.of(PARTITIONS), Optional.of((short) 1));
      }
      ledger = add(RunningLedger.start(ledgerSettings(data, contract, client)));
      add(Worker.start(workerSettings(data, contract, client)));
      ledger.awaitReady();
    } catch (RuntimeException | IOException | InterruptedException e) {
      close();
      throw e;
    }
  }

  /**
   * Starts it.
   *
   * @param client properties of the ledger's and the worker's Kafka clients
   */
  static SimulatedOnefold start(Path data, Map<String, Object> client)
      throws IOException, InterruptedException {
    return new SimulatedOnefold(data, client);
  }

  private <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  private LedgerSettings ledgerSettings(
      Path data, Destinations contract, Map<String, Object> client) {
    return LedgerSettings.of(kafka.bootstrapServers(), data.resolve("state"), contract, 0)
        .withClients(client)
        .withStreaming(LedgerSettings.Streaming.of("classic"))
        .withSigning(Signing.with(SigningKey.generate(), List.of(), Signing.DEFAULT_INTERVAL));
  }

  private WorkerSettings workerSettings(
      Path data, Destinations contract, Map<String, Object> client) {
    return WorkerSettings.standard(
        kafka.bootstrapServers(),
        client,
        TOPICS,
        POOL,
        "lab-1",
        data.resolve("worker"),
        contract,
        Connectors.all());
  }

  String bootstrapServers() {
    return kafka.bootstrapServers();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + ledger.restPort());
  }

  /** What the destination does with an operation; unless told otherwise it takes it. */
  void script(String operation, Script script) {
    provider.provider().script(operation, script);
  }

  /** How many things the destination has. */
  int effects() {
    return provider.provider().effects();
  }

  @Override
  public void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        // The others must be closed all the same.
        System.err.println("lab: a part did not stop in good order: " + e);
      }
    }
  }

  private static Destinations contract(String url) {
    return DestinationsFile.parse(
        "the contract of the lab",
        ItemsContract.of(DESTINATION, ACCOUNT, ENVIRONMENT)
            .times("30s", "1500ms", "10s", "2m")
            .yaml(url));
  }
}
