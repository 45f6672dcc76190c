package io.onefold.drill;

import io.onefold.connector.Connector;
import io.onefold.connector.worker.Worker;
import io.onefold.connector.worker.WorkerSettings;
import io.onefold.destination.Destinations;
import io.onefold.schema.Topics;
import io.onefold.standalone.EmbeddedKafka;
import io.onefold.standalone.RunningLedger;
import io.onefold.standalone.StartException;
import io.onefold.standalone.TopicAdmin;
import io.onefold.standalone.client.OnefoldClient;
import io.onefold.topology.LedgerSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;

/**
 * A ledger with topics of its own and its workers: what happens in one lane, a kill or a suspended
 * destination, does not concern the others.
 */
final class Lane implements AutoCloseable {
  private static final Duration ANSWER = Duration.ofMinutes(1);
  private static final Duration STOP = Duration.ofSeconds(2);

  private final EmbeddedKafka kafka;
  private final Topics topics;
  private final Path folder;
  private final Destinations contracts;
  private final String pool;
  private final RunningLedger ledger;
  private final OnefoldClient client;
  private final List<Worker> workers = new ArrayList<>();

  private Lane(
      EmbeddedKafka kafka,
      Topics topics,
      Path folder,
      Destinations contracts,
      RunningLedger ledger) {
    this.kafka = kafka;
    this.topics = topics;
    this.folder = folder;
    this.contracts = contracts;
    this.pool = contracts.pools().first();
    this.ledger = ledger;
    this.client =
        new OnefoldClient(
            URI.create("http://127.0.0.1:" + ledger.restPort()), Optional.empty(), ANSWER);
  }

  /**
   * Starts a ledger and waits until it is ready.
   *
   * @param name begins its topics
   * @param folder where it keeps its files
   */
  static Lane start(
      EmbeddedKafka kafka, String name, Path folder, Destinations contracts, int partitions)
      throws InterruptedException {
    Topics topics = new Topics("drill-" + name + ".");
    try (TopicAdmin admin = new TopicAdmin(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      admin.ensure(
          topics.specs(contracts.pools()), Optional.of(partitions), Optional.of((short) 1));
    }
    RunningLedger ledger =
        RunningLedger.start(
            LedgerSettings.of(kafka.bootstrapServers(), folder.resolve("state"), contracts, 0)
                .named("drill-" + name, topics));
    Lane lane = new Lane(kafka, topics, folder, contracts, ledger);
    try {
      ledger.awaitReady();
      return lane;
    } catch (RuntimeException | InterruptedException e) {
      lane.close();
      throw e;
    }
  }

  /** Starts a worker in this process. */
  void work(String id, Connector connector) throws InterruptedException {
    try {
      workers.add(
          Worker.start(
              new WorkerSettings(
                  bootstrapServers(),
                  Map.of(),
                  topics,
                  pool,
                  id,
                  folder.resolve(id),
                  contracts,
                  List.of(connector),
                  16,
                  16,
                  STOP)));
    } catch (IOException | IllegalArgumentException | IllegalStateException | KafkaException e) {
      throw new StartException("a worker of the drill: " + e.getMessage(), e);
    }
  }

  OnefoldClient client() {
    return client;
  }

  Topics topics() {
    return topics;
  }

  String pool() {
    return pool;
  }

  Path folder() {
    return folder;
  }

  String bootstrapServers() {
    return kafka.bootstrapServers();
  }

  @Override
  public void close() {
    client.close();
    workers.forEach(Worker::close);
    ledger.close();
  }
}
