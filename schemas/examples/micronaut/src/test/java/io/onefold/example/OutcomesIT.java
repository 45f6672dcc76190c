package io.onefold.example;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.DestinationRef;
import io.onefold.schema.Escalation;
import io.onefold.schema.Receipt;
import io.onefold.schema.Topics;
import io.onefold.standalone.EmbeddedKafka;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** The whole service against a real broker. */
@Tag("instances")
class OutcomesIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final byte[] UNREADABLE = "no record".getBytes(StandardCharsets.UTF_8);

  private static EmbeddedKafka kafka;
  private static Admin admin;
  private static KafkaProducer<String, byte[]> producer;

  @TempDir private Path folder;
  private String group;
  private String receipts;
  private String escalations;
  private String deadLetters;

  @BeforeAll
  static void start(@TempDir Path data) {
    kafka = EmbeddedKafka.start(data.resolve("kafka"), 0);
    admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer());
  }

  /** Each test has topics of its own. */
  @BeforeEach
  void createTopics(TestInfo test) throws Exception {
    group = test.getTestMethod().orElseThrow().getName();
    Topics topics = new Topics(group + ".");
    receipts = topics.receipts();
    escalations = topics.escalations();
    deadLetters = group + ".dead-letters";
    admin
        .createTopics(
            Stream.of(receipts, escalations, deadLetters)
                .map(topic -> new NewTopic(topic, topic.equals(receipts) ? 3 : 1, (short) 1))
                .toList())
        .all()
        .get();
  }

  @AfterAll
  static void stop() {
    producer.close();
    admin.close();
    kafka.close();
  }

  private EmbeddedServer service() {
    return ApplicationContext.run(
        EmbeddedServer.class,
        Map.of(
            "micronaut.server.port", -1,
            "kafka.bootstrap.servers", kafka.bootstrapServers(),
            "outcomes.group", group,
            "outcomes.receipts", receipts,
            "outcomes.escalations", escalations,
            "outcomes.dead-letters", deadLetters,
            "outcomes.book", folder.resolve("book.tsv")));
  }

  /** Writes a record and says in which partition it stands. */
  private int write(String topic, String key, byte[] value) throws Exception {
    return producer.send(new ProducerRecord<>(topic, key, value)).get().partition();
  }

  /** Writes receipts and says in which partition each stands. */
  private List<Integer> writeReceipts(int from, int to) throws Exception {
    List<Integer> partitions = new ArrayList<>();
    try (var serializer = AvroSerde.of(Receipt.class, BuiltInCatalogue.instance()).serializer()) {
      for (int number = from; number < to; number++) {
        Receipt receipt = new Receipt();
        receipt.setOperationId("op-" + number);
        receipt.setOutcome("VERIFIED");
        receipt.setMessage("");
        receipt.setPayloadHash("sha256:" + "0".repeat(64));
        receipt.setNormalisers(List.of());
        receipt.setDestination(destination());
        receipt.setEvidence("READBACK");
        receipt.setAttempts(List.of());
        receipt.setJournalSequence(number);
        receipt.setChain("0".repeat(64));
        partitions.add(
            write(receipts, receipt.getOperationId(), serializer.serialize(receipts, receipt)));
      }
    }
    return partitions;
  }

  private void writeEscalation(String status) throws Exception {
    Escalation escalation = new Escalation();
    escalation.setOperationId("op-e");
    escalation.setEscalationId("op-e#9");
    escalation.setStatus(status);
    escalation.setReason("READBACK_UNAVAILABLE");
    escalation.setFirstBrokenStage("READBACK");
    escalation.setKnown("it was sent");
    escalation.setState("UNRESOLVED");
    escalation.setDestination(destination());
    escalation.setPayloadHash("sha256:" + "0".repeat(64));
    escalation.setAttempts(List.of());
    escalation.setDecisions(List.of());
    try (var serializer =
        AvroSerde.of(Escalation.class, BuiltInCatalogue.instance()).serializer()) {
      write(escalations, "op-e", serializer.serialize(escalations, escalation));
    }
  }

  private static DestinationRef destination() {
    return new DestinationRef("blog", "http", "acme", "live");
  }

  private List<String> book() throws IOException {
    Path file = folder.resolve("book.tsv");
    return Files.exists(file) ? Files.readAllLines(file).stream().sorted().toList() : List.of();
  }

  private static List<String> lines(int answered, String... asked) {
    return Stream.concat(
            IntStream.range(0, answered).mapToObj(OutcomesIT::line),
            Arrays.stream(asked)
                .map(status -> "escalation\top-e\top-e#9 " + status + "\tREADBACK_UNAVAILABLE"))
        .sorted()
        .toList();
  }

  private static String line(int receipt) {
    return "receipt\top-%d\t%d\tVERIFIED".formatted(receipt, receipt);
  }

  private void awaitBook(List<String> lines) {
    await().atMost(PATIENCE).untilAsserted(() -> assertEquals(lines, book()));
  }

  private void limitDeadLetters(int bytes) throws Exception {
    admin
        .incrementalAlterConfigs(
            Map.of(
                new ConfigResource(ConfigResource.Type.TOPIC, deadLetters),
                List.of(
                    new AlterConfigOp(
                        new ConfigEntry("max.message.bytes", Integer.toString(bytes)),
                        AlterConfigOp.OpType.SET))))
        .all()
        .get();
  }

  /** Waits until the group has acknowledged everything there is. */
  private void awaitAcknowledged() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              var committed =
                  admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
              ends()
                  .forEach(
                      (partition, end) -> {
                        var position = committed.get(partition);
                        assertEquals(end, position == null ? 0 : position.offset());
                      });
            });
  }

  private Map<TopicPartition, Long> ends() {
    try (KafkaConsumer<String, byte[]> consumer = consumer()) {
      return consumer.endOffsets(
          List.of(
              new TopicPartition(receipts, 0),
              new TopicPartition(receipts, 1),
              new TopicPartition(receipts, 2),
              new TopicPartition(escalations, 0)));
    }
  }

  private KafkaConsumer<String, byte[]> consumer() {
    return new KafkaConsumer<>(
        Map.of("bootstrap.servers", kafka.bootstrapServers()),
        new StringDeserializer(),
        new ByteArrayDeserializer());
  }

  private List<ConsumerRecord<String, byte[]>> kept() {
    TopicPartition partition = new TopicPartition(deadLetters, 0);
    List<ConsumerRecord<String, byte[]>> found = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer = consumer()) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(found::add);
      }
    }
    return found;
  }

  private static HttpResponse<String> health(EmbeddedServer service) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
          HttpRequest.newBuilder(service.getURI().resolve("/health")).build(),
          BodyHandlers.ofString());
    }
  }

  @Test
  void shouldHandleEachOutcomeOnceWhenEverythingIsReadAgainAfterARestart() throws Exception {
    // given
    writeReceipts(0, 20);
    writeEscalation("OPEN");
    EmbeddedServer service = service();
    awaitBook(lines(20, "OPEN"));
    awaitAcknowledged();
    HttpResponse<String> health = health(service);
    service.getApplicationContext().close();
    // Without its positions the group reads all of it again.
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> admin.deleteConsumerGroups(List.of(group)).all().get() == null);
    writeReceipts(20, 40);
    writeEscalation("CLOSED");

    // when
    service = service();
    awaitBook(lines(40, "OPEN", "CLOSED"));
    awaitAcknowledged();
    service.getApplicationContext().close();

    // then
    assertEquals(lines(40, "OPEN", "CLOSED"), book());
    assertEquals(List.of(), kept());
    assertEquals(200, health.statusCode(), health.body());
    assertTrue(health.body().contains("\"kafka-cluster\""), health.body());
  }

  @Test
  void shouldKeepAnUnreadableRecordAndLoseNoneBehindItWhenItCannotBeKeptAtFirst() throws Exception {
    // given
    int held = write(receipts, "op-0", UNREADABLE);
    write(escalations, "op-0", UNREADABLE);
    List<Integer> partitions = writeReceipts(0, 10);
    limitDeadLetters(1);
    EmbeddedServer service = service();
    awaitBook(
        IntStream.range(0, 10)
            .filter(number -> partitions.get(number) != held)
            .mapToObj(OutcomesIT::line)
            .toList());

    // when
    limitDeadLetters(1_000_000);
    awaitAcknowledged();
    service.getApplicationContext().close();

    // then
    assertEquals(lines(10), book());
    List<ConsumerRecord<String, byte[]>> kept = kept();
    assertEquals(2, kept.size());
    for (ConsumerRecord<String, byte[]> one : kept) {
      assertEquals("op-0", one.key());
      assertEquals("no record", new String(one.value(), StandardCharsets.UTF_8));
    }
  }
}
