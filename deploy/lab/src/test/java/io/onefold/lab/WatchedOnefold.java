package io.onefold.lab;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.simulated.SimulatedProvider;
import io.onefold.connector.simulated.SimulatedProviderServer;
import io.onefold.connector.worker.Worker;
import io.onefold.connector.worker.WorkerSettings;
import io.onefold.destination.Destinations;
import io.onefold.destination.DestinationsFile;
import io.onefold.schema.Topics;
import io.onefold.standalone.Connectors;
import io.onefold.standalone.EmbeddedKafka;
import io.onefold.standalone.RunningLedger;
import io.onefold.standalone.TemporaryFolder;
import io.onefold.standalone.TopicAdmin;
import io.onefold.standalone.worker.WorkerServer;
import io.onefold.topology.LedgerSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Broker, ledger and workers as they run in production, each with a port that Prometheus scrapes,
 * and providers that can be told to make trouble. All in this process.
 */
final class WatchedOnefold implements AutoCloseable {
  static final Topics TOPICS = Topics.standard();

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int PARTITIONS = 2;
  private static final Set<String> PROVIDERS = Set.of("fine", "dark", "locked", "busy", "twice");

  /** A worker and the port that shows it. */
  record Watched(Worker worker, WorkerServer server) implements AutoCloseable {
    String target() {
      return "127.0.0.1:" + server.port();
    }

    @Override
    public void close() {
      worker.close();
      server.close();
    }
  }

  private final TemporaryFolder folder = TemporaryFolder.create("onefold-alerts");
  private final Map<String, SimulatedProviderServer> providers = new HashMap<>();
  private final EmbeddedKafka kafka;
  private final Destinations destinations;
  private final int port = Ports.free(1);
  private final List<Watched> workers = new ArrayList<>();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private Optional<RunningLedger> ledger = Optional.empty();

  WatchedOnefold() throws IOException {
    PROVIDERS.forEach(name -> providers.put(name, SimulatedProviderServer.start()));
    destinations = DestinationsFile.parse("alerts.yaml", contracts());
    kafka = EmbeddedKafka.start(folder.path().resolve("kafka"), 0);
    try (TopicAdmin admin = new TopicAdmin(Map.of("bootstrap.servers", bootstrapServers()))) {
      admin.ensure(
          TOPICS.specs(destinations.pools()), Optional.of(PARTITIONS), Optional.of((short) 1));
    }
  }

  private String contracts() throws IOException {
    String text;
    try (InputStream in = WatchedOnefold.class.getResourceAsStream("/alerts.yaml")) {
      text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
    for (Map.Entry<String, SimulatedProviderServer> provider : providers.entrySet()) {
      text =
          text.replace("http://" + provider.getKey() + ".provider", provider.getValue().baseUrl());
    }
    return text;
  }

  String bootstrapServers() {
    return kafka.bootstrapServers();
  }

  /** Where Prometheus finds the ledger, whether it runs or not. */
  String ledgerTarget() {
    return "127.0.0.1:" + port;
  }

  SimulatedProvider provider(String name) {
    return providers.get(name).provider();
  }

  /** Starts the ledger with stores of this name, and does not wait for it. */
  RunningLedger startLedger(String stores) {
    RunningLedger started =
        RunningLedger.start(
            LedgerSettings.of(bootstrapServers(), folder.path().resolve(stores), destinations, port)
                .withStreaming(LedgerSettings.Streaming.of("classic")));
    ledger = Optional.of(started);
    return started;
  }

  void stopLedger() {
    ledger.ifPresent(RunningLedger::close);
    ledger = Optional.empty();
  }

  /** Starts a worker with these settings of its Kafka clients. */
  Watched worker(String pool, String id, Map<String, Object> own)
      throws IOException, InterruptedException {
    WorkerServer server = WorkerServer.start("127.0.0.1", 0);
    Worker worker =
        Worker.start(
            new WorkerSettings(
                bootstrapServers(),
                own,
                TOPICS,
                pool,
                id,
                folder.path().resolve("worker-" + id),
                destinations,
                Connectors.all(),
                16,
                16,
                Duration.ofSeconds(2)));
    server.show(worker);
    Watched watched = new Watched(worker, server);
    workers.add(watched);
    return watched;
  }

  /** Submits that many intents for a destination, over REST. */
  void submit(String destination, int many) throws IOException, InterruptedException {
    List<String> lines =
        IntStream.range(0, many)
            .mapToObj(i -> intent(destination, destination + "|" + i, "text").toString())
            .toList();
    HttpResponse<String> answer = post("application/x-ndjson", String.join("\n", lines));
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals(many, answer.body().lines().filter(l -> !l.contains("refused")).count());
  }

  /** Submits an intent of a known operation with other content. */
  void submitOther(String id, String destination) throws IOException, InterruptedException {
    post("application/json", intent(destination, id, "another text").toString());
  }

  private HttpResponse<String> post(String type, String body)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create("http://" + ledgerTarget() + "/v1/intents"))
            .header("Content-Type", type)
            .timeout(PATIENCE)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static ObjectNode intent(String destination, String id, String title) {
    ObjectNode intent =
        JsonNodeFactory.instance
            .objectNode()
            .put("operationId", id)
            .put("destination", destination)
            .put("account", destination.equals("busy") ? "acme-busy" : "acme")
            .put("environment", "live")
            .put("action", "publish");
    intent.putObject("payload").put("title", title);
    return intent;
  }

  /** The status of an answer about an operation; 0 if there is none. */
  int status(String path) throws InterruptedException {
    try {
      return http.send(
              HttpRequest.newBuilder(URI.create("http://" + ledgerTarget() + path))
                  .timeout(PATIENCE)
                  .build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Waits until the provider has stored that many. */
  void awaitEffects(String provider, int many) {
    await(provider).atMost(PATIENCE).until(() -> provider(provider).effects() >= many);
  }

  /** Writes all records that a topic holds once more, as a careless operator may. */
  void replay(String topic, int times) {
    List<ProducerRecord<byte[], byte[]>> all = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : read(topic)) {
      all.add(new ProducerRecord<>(topic, record.partition(), record.key(), record.value()));
    }
    for (int time = 0; time < times; time++) {
      write(all);
    }
  }

  private List<ConsumerRecord<byte[], byte[]>> read(String topic) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          IntStream.range(0, PARTITIONS).mapToObj(p -> new TopicPartition(topic, p)).toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
      while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        ConsumerRecords<byte[], byte[]> more = consumer.poll(Duration.ofSeconds(1));
        more.forEach(all::add);
      }
      return all;
    }
  }

  /** Writes what nobody can read. */
  void garbage(String topic) {
    byte[] key = "garbage".getBytes(StandardCharsets.UTF_8);
    write(List.of(new ProducerRecord<>(topic, 0, key, new byte[] {9, 9, 9})));
  }

  private void write(List<ProducerRecord<byte[], byte[]>> records) {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (ProducerRecord<byte[], byte[]> record : records) {
        var unused = producer.send(record);
      }
    }
  }

  /**
   * From now on the broker lets each client have so many bytes a second; empty: as many as it
   * wants.
   */
  void limit(String quota, Optional<Double> bytesPerSecond) throws Exception {
    Map<String, String> everyClient = new HashMap<>();
    everyClient.put(ClientQuotaEntity.CLIENT_ID, null);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
      admin
          .alterClientQuotas(
              List.of(
                  new ClientQuotaAlteration(
                      new ClientQuotaEntity(everyClient),
                      List.of(new ClientQuotaAlteration.Op(quota, bytesPerSecond.orElse(null))))))
          .all()
          .get();
    }
  }

  @Override
  public void close() {
    workers.forEach(Watched::close);
    stopLedger();
    http.close();
    kafka.close();
    providers.values().forEach(SimulatedProviderServer::close);
    folder.close();
  }
}
