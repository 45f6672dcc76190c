package io.onefold.standalone.cases;

import io.onefold.destination.DestinationsFile;
import io.onefold.schema.Topics;
import io.onefold.standalone.EmbeddedKafka;
import io.onefold.standalone.RunningLedger;
import io.onefold.standalone.TopicAdmin;
import io.onefold.standalone.client.OnefoldClient;
import io.onefold.topology.LedgerSettings;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Broker, ledger and worker apart from each other: the broker can be away while the ledger runs,
 * and the worker is a process of its own that can be killed.
 */
final class SplitOnefold implements AutoCloseable {
  private static final int PARTITIONS = 4;

  private final Path folder;
  private final String pool;
  private final int kafkaPort;
  private final RunningLedger ledger;
  private final OnefoldClient client;
  private EmbeddedKafka kafka;
  private Optional<Process> worker = Optional.empty();

  private SplitOnefold(Path folder, String pool, EmbeddedKafka kafka, RunningLedger ledger) {
    this.folder = folder;
    this.pool = pool;
    this.kafka = kafka;
    this.kafkaPort = kafka.port();
    this.ledger = ledger;
    this.client = new OnefoldClient(address(), Optional.empty(), Duration.ofMinutes(1));
  }

  /**
   * Starts all three with these contracts; their data and the worker's log lie in the folder.
   *
   * @param pool that the worker serves
   */
  static SplitOnefold start(Path folder, String yaml, String pool) throws Exception {
    Files.writeString(folder.resolve("destinations.yaml"), yaml);
    EmbeddedKafka kafka = EmbeddedKafka.start(folder.resolve("kafka"), 0);
    SplitOnefold all;
    try {
      createTopics(kafka, pool);
      all = new SplitOnefold(folder, pool, kafka, ledger(folder, yaml, kafka));
    } catch (Exception e) {
      kafka.close();
      throw e;
    }
    try {
      all.startWorker();
      all.ledger.awaitReady();
      return all;
    } catch (Exception e) {
      all.close();
      throw e;
    }
  }

  private static void createTopics(EmbeddedKafka kafka, String pool) {
    try (TopicAdmin admin = new TopicAdmin(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      admin.ensure(
          Topics.standard().specs(List.of(pool)), Optional.of(PARTITIONS), Optional.of((short) 1));
    }
  }

  private static RunningLedger ledger(Path folder, String yaml, EmbeddedKafka kafka)
      throws InterruptedException {
    return RunningLedger.start(
        LedgerSettings.of(
            kafka.bootstrapServers(),
            folder.resolve("state"),
            DestinationsFile.parse("destinations", yaml),
            0));
  }

  /** Starts the worker; it is the same one whenever it is started again. */
  void startWorker() throws Exception {
    worker =
        Optional.of(
            OnefoldProcess.command(
                folder.resolve("worker.log"),
                "worker",
                "--id",
                "case-worker",
                "--pool",
                pool,
                "--destinations",
                folder.resolve("destinations.yaml").toString(),
                "--data",
                folder.resolve("worker").toString(),
                "--bootstrap-servers",
                bootstrapServers()));
  }

  /** Kills the worker without warning. */
  void killWorker() {
    worker.ifPresent(
        process -> {
          process.destroyForcibly();
          process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
        });
  }

  /** The log is not to be reached any more. */
  void stopKafka() {
    kafka.close();
  }

  /** The log is back, where it was. */
  void startKafka() {
    kafka = EmbeddedKafka.start(folder.resolve("kafka"), kafkaPort);
  }

  String bootstrapServers() {
    return "127.0.0.1:" + kafkaPort;
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + ledger.restPort());
  }

  OnefoldClient client() {
    return client;
  }

  @Override
  public void close() {
    client.close();
    killWorker();
    ledger.close();
    kafka.close();
  }
}
