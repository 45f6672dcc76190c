package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.worker.Worker;
import io.onefold.connector.worker.WorkerSettings;
import io.onefold.destination.Destinations;
import io.onefold.destination.DestinationsFile;
import io.onefold.processor.Ledger;
import io.onefold.processor.rebuild.RebuildSettings;
import io.onefold.schema.Topics;
import io.onefold.schema.sealing.InstallationKeys;
import io.onefold.schema.signing.SigningKey;
import io.onefold.schema.signing.VerifyingKeys;
import io.onefold.standalone.Connectors;
import io.onefold.standalone.SignedLog;
import io.onefold.standalone.TopicAdmin;
import io.onefold.standalone.client.OnefoldClient;
import io.onefold.topology.LedgerSettings;
import io.onefold.topology.LedgerStreams;
import io.onefold.topology.Signing;
import io.onefold.topology.StartRefusedException;
import io.onefold.topology.Stores;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Ledger instances and workers of one Onefold, in this process, started one by one. Its topics and
 * groups carry its name, so that several can share a broker. Closing it stops what still runs.
 */
final class Installation implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration STOP = Duration.ofSeconds(5);

  private final CaseKafka kafka;
  private final KafkaUse use;
  private final SigningKey key;
  private final String name;
  private final int partitions;
  private final Topics topics;
  private final StandIns standIns;
  private final boolean ownsStandIns;
  private final String yaml;
  private final Destinations destinations;
  private final List<RunningInstance> ledgers = new ArrayList<>();
  private final List<Worker> workers = new ArrayList<>();
  private Optional<InstallationKeys> payloadKeys = Optional.empty();

  /** A ledger instance and a client of its REST interface. */
  record RunningInstance(Ledger ledger, OnefoldClient client) implements AutoCloseable {
    @Override
    public void close() {
      client.close();
      ledger.close();
    }
  }

  /**
   * Creates the topics and starts the destinations; nothing of Onefold runs yet.
   *
   * @param name begins every topic, lower case
   * @param partitions of every topic
   */
  Installation(CaseKafka kafka, String name, int partitions) throws IOException {
    this(kafka, name, partitions, KafkaUse.USUAL);
  }

  /** As above, with what its parts say to Kafka. */
  Installation(CaseKafka kafka, String name, int partitions, KafkaUse use) throws IOException {
    this.kafka = kafka;
    this.use = use;
    this.name = kafka.named(name);
    this.partitions = partitions;
    standIns = StandIns.start(Map.of());
    ownsStandIns = true;
    key = SigningKey.generate();
    topics = new Topics(this.name + ".");
    yaml = standIns.fill(CaseStage.resource("/cases/installation.yaml"));
    destinations = DestinationsFile.parse("destinations", yaml);
    Files.createDirectories(folder());
    try (TopicAdmin admin = new TopicAdmin(use.properties(bootstrapServers(), "operator"))) {
      admin.ensure(
          topics.specs(destinations.pools()), Optional.of(partitions), Optional.of((short) 1));
    }
  }

  private Installation(CaseKafka kafka, Installation source) throws IOException {
    this.kafka = kafka;
    use = source.use;
    key = source.key;
    name = source.name;
    partitions = source.partitions;
    standIns = source.standIns;
    ownsStandIns = false;
    topics = source.topics;
    yaml = source.yaml;
    destinations = source.destinations;
    payloadKeys = source.payloadKeys;
    Files.createDirectories(folder());
  }

  /** Payloads that come over REST are sealed from now on, and workers open them. */
  void seal() throws IOException {
    payloadKeys = Optional.of(InstallationKeys.read(List.of(PayloadKeyFile.in(folder()))));
  }

  /** The same Onefold with the same destinations in another cluster, where it has no topics yet. */
  Installation movedTo(CaseKafka other) throws IOException {
    return new Installation(other, this);
  }

  /** What a rebuild of its state needs to know. */
  RebuildSettings rebuild(String application) {
    return new RebuildSettings(
        new LedgerSettings.Cluster(bootstrapServers(), Map.of(), topics),
        application,
        folder().resolve("work"),
        Optional.empty());
  }

  /** What it has signed, by its only key. */
  SignedLog signedLog() {
    return new SignedLog(bootstrapServers(), topics, VerifyingKeys.of(List.of(key.verifying())));
  }

  /** The topics that its stores are restored from. */
  List<String> stateTopics() {
    return Stores.ALL.stream().map(s -> Stores.changelog(applicationId(), s)).toList();
  }

  /** The name under which all ledger instances share the work. */
  String applicationId() {
    return name + "-ledger";
  }

  Topics topics() {
    return topics;
  }

  /** The contracts. */
  Destinations destinations() {
    return destinations;
  }

  /** The contracts as they stand in a file. */
  String yaml() {
    return yaml;
  }

  String bootstrapServers() {
    return kafka.bootstrapServers();
  }

  /** Where it keeps its files. */
  Path folder() {
    return kafka.folder(name);
  }

  /** Where a ledger instance keeps its stores. */
  Path stateOf(String instance) {
    return folder().resolve("state-" + instance);
  }

  /**
   * Starts a ledger instance with the system's clock, and waits until all partitions are served.
   */
  RunningInstance ledger(String instance) throws InterruptedException {
    return ledger(instance, InstantSource.system());
  }

  /** Starts a ledger instance on a machine with this clock. */
  RunningInstance ledger(String instance, InstantSource wall) throws InterruptedException {
    return start(instance, settings(instance, applicationId()), wall);
  }

  /** Starts a ledger instance under another application ID. */
  RunningInstance ledgerOf(String application, String instance) throws InterruptedException {
    return start(instance, settings(instance, application), InstantSource.system());
  }

  private RunningInstance start(String instance, LedgerSettings settings, InstantSource wall)
      throws InterruptedException {
    Ledger ledger = Ledger.start(settings, wall);
    RunningInstance running =
        new RunningInstance(
            ledger,
            new OnefoldClient(
                URI.create("http://127.0.0.1:" + ledger.restPort()), Optional.empty(), PATIENCE));
    ledgers.add(running);
    boolean isReady = ledger.awaitReady(PATIENCE);
    ledger.streams().flatMap(LedgerStreams::failure).ifPresent(Installation::refuse);
    assertTrue(isReady, "ledger " + instance + " of " + name);
    return running;
  }

  /** A task may refuse what the checks of a start could not see. */
  private static void refuse(Throwable failure) {
    throw failure instanceof StartRefusedException refused
        ? refused
        : new IllegalStateException(failure);
  }

  /**
   * Waits until every running instance serves a part of the partitions, and until all of it is
   * warm: the first operation of a process takes seconds of its lease.
   */
  void awaitShared() {
    await(name)
        .atMost(PATIENCE)
        .until(() -> ledgers.stream().allMatch(running -> tasksOf(running) > 0) && allServed());
    for (RunningInstance running : ledgers) {
      CaseRun warmUp = operation(running, "plain", "warm-up-" + ledgers.indexOf(running));
      warmUp.submit(warmUp.intent());
      await(warmUp.id()).atMost(PATIENCE).ignoreExceptions().until(() -> isVerified(warmUp));
    }
  }

  private boolean allServed() {
    return ledgers.stream().mapToInt(Installation::tasksOf).sum() == partitions;
  }

  private static int tasksOf(RunningInstance running) {
    return running.ledger().streams().orElseThrow().streams().metadataForLocalThreads().stream()
        .mapToInt(thread -> thread.activeTasks().size())
        .sum();
  }

  /** True if the operation can be looked at and is VERIFIED. */
  static boolean isVerified(CaseRun run) {
    return run.now().path("state").asText().equals("VERIFIED");
  }

  private LedgerSettings settings(String instance, String application) {
    LedgerSettings plain =
        LedgerSettings.of(bootstrapServers(), stateOf(instance), destinations, 0)
            .named(application, topics)
            .withClients(Map.copyOf(use.settings("ledger")))
            .withSigning(signing())
            .withStreaming(LedgerSettings.Streaming.of(use.groupProtocol()));
    return payloadKeys.map(plain::sealing).orElse(plain);
  }

  /** Each ledger instance signs so. */
  Signing signing() {
    return Signing.with(key, List.of(), Duration.ofSeconds(1));
  }

  /** Starts a worker of the usual pool with the usual limits. */
  Worker worker(String id) throws IOException, InterruptedException {
    return worker(Topics.DEFAULT_POOL, id, Map.of(), 16);
  }

  /**
   * Starts a worker.
   *
   * @param own settings of its Kafka clients
   * @param maxInFlight most claims and sends at once
   */
  Worker worker(String pool, String id, Map<String, Object> own, int maxInFlight)
      throws IOException, InterruptedException {
    Map<String, Object> settings = new HashMap<>(use.settings("worker." + pool));
    settings.putAll(own);
    Worker worker =
        Worker.start(
            new WorkerSettings(
                    bootstrapServers(),
                    settings,
                    topics,
                    pool,
                    id,
                    folder().resolve("worker-" + id),
                    destinations,
                    Connectors.all(),
                    maxInFlight,
                    16,
                    STOP)
                .opening(payloadKeys));
    workers.add(worker);
    return worker;
  }

  /** The group in which the workers of a pool share the work. */
  String workerGroup(String pool) {
    return WorkerSettings.group(topics, pool);
  }

  /** The destinations. */
  StandIns standIns() {
    return standIns;
  }

  /** An operation of that contract, submitted and read at this instance. */
  CaseRun operation(RunningInstance at, String contract, String id) {
    return new CaseRun(at.client(), standIns.get("plain"), contract, id);
  }

  /** Judges all that was done until now by the whole promise. */
  void judge() {
    new CaseJudge(topics).judge(bootstrapServers(), standIns);
  }

  /** Stops all instances and workers; destinations, topics and files stay. */
  void stop() {
    workers.forEach(Worker::close);
    workers.clear();
    ledgers.forEach(RunningInstance::close);
    ledgers.clear();
  }

  @Override
  public void close() {
    stop();
    if (ownsStandIns) {
      standIns.close();
    }
    // The ledger's own topics and group begin with the same name.
    kafka.forget(name);
  }
}
