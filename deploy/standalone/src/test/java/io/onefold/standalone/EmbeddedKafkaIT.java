package io.onefold.standalone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedKafkaIT {
  private static final String TOPIC = "facts";

  /** A broker for the tests that need no more than one which runs. */
  private static EmbeddedKafka shared;

  @TempDir Path folder;

  @BeforeAll
  static void start(@TempDir Path data) {
    shared = EmbeddedKafka.start(data.resolve("kafka"), 0);
  }

  @AfterAll
  static void stop() {
    shared.close();
  }

  @Test
  void shouldKeepDataAndClusterIdWhenRestartedOnAnotherPort() throws Exception {
    // given
    Path data = folder.resolve("a folder with blanks/kafka");
    String cluster;
    try (EmbeddedKafka kafka = EmbeddedKafka.start(data, 0)) {
      createTopic(kafka);
      send(kafka, "first", "second");
      assertEquals(List.of("first", "second"), read(kafka, 2));
      cluster = clusterId(kafka);
    }

    // when
    try (EmbeddedKafka kafka = EmbeddedKafka.start(data, 0)) {

      // then
      assertEquals(List.of("first", "second"), read(kafka, 2));
      assertEquals(cluster, clusterId(kafka));
    }
  }

  @Test
  void shouldShowOnlyCommittedRecordsWhenTransactionAborts() throws Exception {
    // given
    createTopic(shared);

    // when
    try (KafkaProducer<String, String> producer =
        producer(shared, Map.of("transactional.id", "t"))) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(TOPIC, "aborted")).get();
      producer.abortTransaction();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(TOPIC, "committed")).get();
      producer.commitTransaction();
    }

    // then
    assertEquals(List.of("committed"), read(shared, 1));
  }

  @Test
  void shouldRunSideBySideWhenPortsAreFree() throws Exception {
    // when
    try (EmbeddedKafka other = EmbeddedKafka.start(folder.resolve("kafka"), 0)) {

      // then
      assertNotEquals(clusterId(shared), clusterId(other));
    }
  }

  @Test
  void shouldSayWhichPortWhenItIsTaken() throws IOException {
    // given
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {

      // when
      StartException refused =
          assertThrows(
              StartException.class,
              () -> EmbeddedKafka.start(folder.resolve("kafka"), taken.getLocalPort()));

      // then
      assertTrue(
          refused.getMessage().contains("port " + taken.getLocalPort()), refused.getMessage());
    }
  }

  @Test
  void shouldLeaveFolderAloneWhenItIsNotABrokers() throws IOException {
    // given
    Path precious = Files.writeString(folder.resolve("precious.txt"), "mine");

    // when
    StartException refused =
        assertThrows(StartException.class, () -> EmbeddedKafka.start(folder, 0));

    // then
    assertTrue(refused.getMessage().contains("not a broker's data folder"), refused.getMessage());
    assertEquals("mine", Files.readString(precious));
  }

  private static void createTopic(EmbeddedKafka kafka) throws Exception {
    try (Admin admin = admin(kafka)) {
      admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
    }
  }

  private static String clusterId(EmbeddedKafka kafka) throws Exception {
    try (Admin admin = admin(kafka)) {
      return admin.describeCluster().clusterId().get();
    }
  }

  private static Admin admin(EmbeddedKafka kafka) {
    return Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
  }

  private static void send(EmbeddedKafka kafka, String... values) throws Exception {
    try (KafkaProducer<String, String> producer = producer(kafka, Map.of())) {
      for (String value : values) {
        producer.send(new ProducerRecord<>(TOPIC, value)).get();
      }
    }
  }

  private static KafkaProducer<String, String> producer(
      EmbeddedKafka kafka, Map<String, Object> more) {
    Map<String, Object> settings = new java.util.HashMap<>(more);
    settings.put("bootstrap.servers", kafka.bootstrapServers());
    return new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
  }

  private static List<String> read(EmbeddedKafka kafka, int count) {
    List<String> values = new ArrayList<>();
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers", kafka.bootstrapServers(),
            "group.id", "readers-" + System.nanoTime(),
            "group.protocol", "consumer",
            "auto.offset.reset", "earliest",
            "isolation.level", "read_committed");
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(List.of(TOPIC));
      Instant limit = Instant.now().plusSeconds(20);
      while (values.size() < count && Instant.now().isBefore(limit)) {
        for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
          values.add(record.value());
        }
      }
    }
    return values;
  }
}
