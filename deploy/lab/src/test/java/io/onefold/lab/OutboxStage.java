package io.onefold.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.onefold.connector.simulated.ItemsContract;
import io.onefold.connector.simulated.OperationSource;
import io.onefold.connector.simulated.ProviderProfile;
import io.onefold.connector.simulated.SimulatedProviderServer;
import io.onefold.destination.Destinations;
import io.onefold.destination.DestinationsFile;
import io.onefold.schema.Topics;
import io.onefold.standalone.Standalone;
import io.onefold.standalone.StandaloneSettings;
import io.onefold.standalone.client.OnefoldClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/** PostgreSQL, Kafka Connect as the example configures it, all of Onefold, and a blog. */
final class OutboxStage {
  private static final String ACCOUNT = "acme-editorial";
  private static final Path EXAMPLE = Path.of("../../connectors/outbox/example");
  private static final Path PLUGIN = Path.of("../../connectors/outbox/target/plugin");
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final SimulatedProviderServer blog;
  private final Standalone onefold;
  private final OnefoldClient client;
  private final LabServer database;
  private final Path offsets;
  private final int connectPort = Ports.free(1);
  private @Nullable LabServer connect;

  private OutboxStage(
      SimulatedProviderServer blog, Standalone onefold, LabServer database, Path folder) {
    this.blog = blog;
    this.onefold = onefold;
    this.client = new OnefoldClient(onefold.url(), Optional.empty(), PATIENCE);
    this.database = database;
    this.offsets = folder.resolve("offsets");
  }

  /** Starts all but Connect, and makes the table. */
  static OutboxStage start(Path folder) throws IOException, InterruptedException {
    LabServer database = LabServer.start("postgres", Ports.free(1));
    SimulatedProviderServer blog =
        SimulatedProviderServer.start(
            ProviderProfile.PLAIN.identity(Map.of("account", ACCOUNT)), OperationSource.USUAL, 0);
    Standalone onefold =
        Standalone.start(
            new StandaloneSettings(
                folder.resolve("onefold"),
                contract(blog.baseUrl()),
                Topics.standard(),
                "127.0.0.1",
                0,
                0,
                Optional.of(2)));
    OutboxStage stage = new OutboxStage(blog, onefold, database, folder);
    stage.sql(Files.readString(EXAMPLE.resolve("outbox.sql")));
    stage.configureConnect();
    return stage;
  }

  private static Destinations contract(String url) {
    return DestinationsFile.parse(
        "outbox",
        ItemsContract.of("blog", ACCOUNT, "lab")
            .times("10s", "1500ms", "3s", "30s")
            .withoutApproval()
            .yaml(url));
  }

  /** The example's own files, with the addresses of this run. */
  private void configureConnect() throws IOException {
    Path data = Files.createDirectories(LabServer.data("connect"));
    Properties worker = properties("worker.properties");
    worker.setProperty("bootstrap.servers", onefold.bootstrapServers());
    worker.setProperty("offset.storage.file.filename", offsets.toString());
    worker.setProperty("offset.flush.interval.ms", "500");
    worker.setProperty("listeners", "http://127.0.0.1:" + connectPort);
    worker.setProperty(
        "plugin.path", data.resolve("plugins") + "," + PLUGIN.toAbsolutePath().normalize());
    write(worker, data.resolve("worker.properties"));
    Properties connector = properties("connector.properties");
    connector.setProperty("database.port", database.get("PG_PORT"));
    connector.setProperty("database.user", database.get("PG_USER"));
    connector.setProperty("database.password", database.get("PG_PASSWORD"));
    connector.setProperty("database.dbname", database.get("PG_DATABASE"));
    connector.setProperty("heartbeat.interval.ms", "500");
    write(connector, data.resolve("connector.properties"));
  }

  private static Properties properties(String file) throws IOException {
    Properties properties = new Properties();
    try (var in = Files.newBufferedReader(EXAMPLE.resolve(file))) {
      properties.load(in);
    }
    return properties;
  }

  // A line for each, for the script reads one of them.
  private static void write(Properties properties, Path file) throws IOException {
    Files.writeString(
        file,
        properties.stringPropertyNames().stream()
            .map(name -> name + "=" + properties.getProperty(name).replace("\\", "\\\\"))
            .collect(Collectors.joining("\n", "", "\n")));
  }

  void startConnect() throws IOException, InterruptedException {
    connect = LabServer.start("connect", connectPort);
  }

  void killConnect() throws IOException, InterruptedException {
    if (connect != null) {
      connect.command("kill");
      connect = null;
    }
  }

  /** Connect then knows nothing of what it delivered, and delivers every row again. */
  void forgetOffsets() throws IOException {
    Files.deleteIfExists(offsets);
  }

  /** Runs statements as one session. */
  void sql(String statements) throws IOException, InterruptedException {
    Said said = psql(statements);
    assertEquals(0, said.code(), said.text());
  }

  /** What the database says against statements that it refuses. */
  String refusedSql(String statements) throws IOException, InterruptedException {
    Said said = psql(statements);
    assertNotEquals(0, said.code(), said.text());
    return said.text();
  }

  private record Said(int code, String text) {}

  private Said psql(String statements) throws IOException, InterruptedException {
    ProcessBuilder psql =
        new ProcessBuilder(
                "psql",
                "-h",
                "127.0.0.1",
                "-p",
                database.get("PG_PORT"),
                "-U",
                database.get("PG_USER"),
                "-q",
                "-v",
                "ON_ERROR_STOP=1",
                database.get("PG_DATABASE"))
            .redirectErrorStream(true);
    psql.environment().put("PGPASSWORD", database.get("PG_PASSWORD"));
    Process process = psql.start();
    try (var in = process.getOutputStream()) {
      in.write(statements.getBytes(StandardCharsets.UTF_8));
    }
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Said(process.waitFor(), text);
  }

  /** State of an operation; empty while the ledger does not know it. */
  String state(String id) {
    return client.operation(id).map(found -> found.path("state").asText()).orElse("");
  }

  /** What Connect says of the connector, for a failure's message. */
  String trouble() {
    try {
      return LabHttp.get("http://127.0.0.1:" + connectPort + "/connectors/onefold-outbox/status")
          .body();
    } catch (IOException | InterruptedException e) {
      return "Connect does not answer: " + e;
    }
  }

  /** How often the blog holds what an operation wanted. */
  int effects(String id) {
    return blog.provider().effects(id).size();
  }

  /** Everything that is committed on a topic until now. */
  List<ConsumerRecord<String, byte[]>> read(String topic) {
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                onefold.bootstrapServers(),
                "isolation.level",
                "read_committed"),
            new StringDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(one -> new TopicPartition(topic, one.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }

  String header(ConsumerRecord<String, byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  /** Ends all of it. */
  void close() throws IOException, InterruptedException {
    killConnect();
    client.close();
    onefold.close();
    blog.close();
    database.stop();
  }
}
