package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.simulated.SimulatedProvider;
import io.onefold.standalone.cases.Installation.RunningInstance;
import io.onefold.topology.StartRefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** K27: topics that forget what the ledger must remember. */
@ExtendWith(CaseKafka.Shared.class)
@Tag("instances")
@Execution(ExecutionMode.CONCURRENT)
class Case27IT {
  private static final int OPERATIONS = 20;
  private static final int PARTITIONS = 2;
  private static final Map<String, String> FORGETTING =
      Map.of("cleanup.policy", "compact,delete", "retention.ms", "60000");

  private final CaseKafka kafka;

  Case27IT(CaseKafka kafka) {
    this.kafka = kafka;
  }

  @Test
  void k27ShouldNotStartWhenStateTopicDeletesByAge() throws Exception {
    // given
    try (Installation onefold = new Installation(kafka, "k27-settings", PARTITIONS);
        Admin admin = kafka.admin()) {
      String state = stateTopics(onefold).getFirst();
      create(admin, state, FORGETTING);
      set(admin, onefold.topics().journal(), FORGETTING);

      // when
      String refused =
          assertThrows(StartRefusedException.class, () -> onefold.ledger("one")).getMessage();

      // then
      assertNames(refused, onefold.topics().journal());

      // and when
      set(
          admin,
          onefold.topics().journal(),
          Map.of("cleanup.policy", "delete", "retention.ms", "-1"));
      refused = assertThrows(StartRefusedException.class, () -> onefold.ledger("one")).getMessage();

      // then
      assertNames(refused, state);

      // and when
      set(admin, state, Map.of("cleanup.policy", "compact"));

      // then
      onefold.ledger("one");
    }
  }

  private static void assertNames(String message, String topic) {
    assertTrue(message.contains("topic " + topic + " has cleanup.policy=compact,delete"), message);
  }

  @Test
  void k27ShouldSendNothingWhenStateIsLost() throws Exception {
    // given
    try (Installation onefold = new Installation(kafka, "k27-lost", PARTITIONS);
        Admin admin = kafka.admin()) {
      SimulatedProvider provider = onefold.standIns().get("plain").provider();
      RunningInstance before = onefold.ledger("one");
      onefold.worker("w1");
      onefold.awaitShared();
      List<ObjectNode> intents = new ArrayList<>();
      for (int i = 1; i <= OPERATIONS; i++) {
        CaseRun run = onefold.operation(before, "plain", "K27-" + i);
        intents.add(run.intent());
        run.submit(intents.getLast());
      }
      Map<String, JsonNode> receipts = new HashMap<>();
      for (int i = 1; i <= OPERATIONS; i++) {
        CaseRun run = onefold.operation(before, "plain", "K27-" + i);
        receipts.put(run.id(), run.verified());
      }
      int writes = provider.seenWrites().size();
      onefold.stop();
      Map<String, List<ConsumerRecord<byte[], byte[]>>> mirror = copies(onefold);

      // when
      for (String topic : stateTopics(onefold)) {
        deleteRecords(admin, topic);
      }
      StateLoss.delete(onefold.stateOf("one"));
      onefold.worker("w1");
      String refused =
          assertThrows(StartRefusedException.class, () -> onefold.ledger("one")).getMessage();
      submitPastTheIntake(onefold, intents);
      String again =
          assertThrows(StartRefusedException.class, () -> onefold.ledger("one")).getMessage();

      // then
      assertEquals(refused, again);
      assertTrue(
          refused.contains("STATE_GAP")
              && refused.contains(stateTopics(onefold).getFirst())
              && refused.contains("onefold rebuild"),
          refused);
      assertEquals(writes, provider.seenWrites().size());

      // and when: what the message says is done
      for (String topic : stateTopics(onefold)) {
        bringBack(admin, topic, mirror.get(topic));
      }
      RunningInstance after = onefold.ledger("one");

      // then
      for (ObjectNode intent : intents) {
        CaseRun run = onefold.operation(after, "plain", intent.path("operationId").asText());
        JsonNode answer = run.submit(intent);
        assertEquals("duplicate", answer.path("disposition").asText(), answer.toString());
        assertEquals(receipts.get(run.id()), run.verified());
      }
      onefold.operation(after, "plain", "K27-1").staysUntil(Instant.now().plusSeconds(2), 1, 1);
      assertEquals(writes, provider.seenWrites().size());
      onefold.judge();
    }
  }

  private static List<String> stateTopics(Installation onefold) {
    return Stream.of("operations", "timers", "workers")
        .map(store -> onefold.applicationId() + "-" + store + "-changelog")
        .toList();
  }

  private static void create(Admin admin, String topic, Map<String, String> settings)
      throws Exception {
    NewTopic made = new NewTopic(topic, PARTITIONS, (short) 1).configs(settings);
    admin.createTopics(List.of(made)).all().get(30, TimeUnit.SECONDS);
  }

  private static void set(Admin admin, String topic, Map<String, String> settings)
      throws Exception {
    Collection<AlterConfigOp> changes =
        settings.entrySet().stream()
            .map(one -> new ConfigEntry(one.getKey(), one.getValue()))
            .map(entry -> new AlterConfigOp(entry, OpType.SET))
            .toList();
    admin
        .incrementalAlterConfigs(
            Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), changes))
        .all()
        .get(30, TimeUnit.SECONDS);
  }

  private static Map<String, List<ConsumerRecord<byte[], byte[]>>> copies(Installation onefold) {
    Map<String, List<ConsumerRecord<byte[], byte[]>>> copies = new HashMap<>();
    stateTopics(onefold)
        .forEach(topic -> copies.put(topic, TopicReader.all(onefold.bootstrapServers(), topic)));
    return copies;
  }

  /** As retention would: the broker deletes nothing of a topic that is only compacted. */
  private static void deleteRecords(Admin admin, String topic) throws Exception {
    set(admin, topic, Map.of("cleanup.policy", "compact,delete"));
    Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
    IntStream.range(0, PARTITIONS)
        .forEach(p -> all.put(new TopicPartition(topic, p), RecordsToDelete.beforeOffset(-1)));
    await(topic)
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptions()
        .until(
            () -> {
              admin.deleteRecords(all).all().get(30, TimeUnit.SECONDS);
              return true;
            });
    set(admin, topic, Map.of("cleanup.policy", "compact"));
  }

  private static void submitPastTheIntake(Installation onefold, List<ObjectNode> intents)
      throws Exception {
    try (TopicWriter writer = new TopicWriter(onefold.bootstrapServers(), onefold.topics())) {
      for (ObjectNode intent : intents) {
        writer.intent(intent).get(30, TimeUnit.SECONDS);
      }
    }
  }

  /** Makes the topic anew from a copy of its records. */
  private void bringBack(Admin admin, String topic, List<ConsumerRecord<byte[], byte[]>> records)
      throws Exception {
    admin.deleteTopics(List.of(topic)).all().get(30, TimeUnit.SECONDS);
    create(admin, topic, Map.of("cleanup.policy", "compact"));
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (ConsumerRecord<byte[], byte[]> record : records) {
        producer
            .send(
                new ProducerRecord<>(
                    topic,
                    record.partition(),
                    record.timestamp(),
                    record.key(),
                    record.value(),
                    record.headers()))
            .get(30, TimeUnit.SECONDS);
      }
    }
  }
}
