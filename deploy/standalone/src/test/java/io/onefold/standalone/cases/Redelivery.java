package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.simulated.SeenWrite;
import io.onefold.connector.simulated.StoredItem;
import io.onefold.schema.Topics;
import io.onefold.topology.LedgerSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Everything that was ever said about an operation, said again: its intent over REST, and over
 * their topics its intents, the claims and reports of workers, reviews, and the ledger's commands.
 * Nothing may come of it.
 */
final class Redelivery {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final String bootstrapServers;
  private final String pool;

  Redelivery(RunningOnefold onefold) {
    this(onefold.bootstrapServers());
  }

  Redelivery(String bootstrapServers) {
    this(bootstrapServers, Topics.DEFAULT_POOL);
  }

  /** For operations whose commands go to this pool. */
  Redelivery(String bootstrapServers, String pool) {
    this.bootstrapServers = bootstrapServers;
    this.pool = pool;
  }

  /** Says it again, twice, and sees that all stays as it is. */
  void changesNothing(CaseRun run) throws Exception {
    changesNothing(run, run.intent(), 2);
  }

  /**
   * Says it again and sees that effects, writes, state and receipt stay as they are.
   *
   * @param intent as it was submitted
   * @param times how often
   */
  void changesNothing(CaseRun run, JsonNode intent, int times) throws Exception {
    List<StoredItem> effects = run.effects();
    List<SeenWrite> writes = run.writes();
    JsonNode before = run.now();
    for (int time = 0; time < times; time++) {
      JsonNode answer = run.submit(intent);
      String disposition = answer.path("disposition").asText();
      assertTrue(Set.of("duplicate", "recorded").contains(disposition), answer.toString());
    }
    sayAgain(run.id(), times);
    assertEquals(effects, run.effects(), "effects of " + run.id());
    assertEquals(writes, run.writes(), "writes of " + run.id());
    JsonNode after = run.now();
    for (String what : List.of("state", "token", "receipt", "attempts")) {
      assertEquals(before.path(what), after.path(what), what + " of " + run.id());
    }
  }

  /** Writes all records of the operation again and waits until ledger and worker have read them. */
  void sayAgain(String operation, int times) throws Exception {
    Topics topics = RunningOnefold.topics();
    List<String> inputs = topics.inputs();
    String commands = topics.commands(pool);
    List<RecordMetadata> read = new ArrayList<>();
    List<RecordMetadata> done = new ArrayList<>();
    try (TopicWriter writer = new TopicWriter(bootstrapServers)) {
      for (String topic : inputs) {
        read.addAll(copy(writer, topic, operation, times));
      }
      done.addAll(copy(writer, commands, operation, times));
    }
    awaitRead(LedgerSettings.DEFAULT_APPLICATION_ID, read);
    awaitRead(topics.prefix() + "workers." + pool, done);
    // A claim that the worker made of a repeated command is an input that came after all these.
    awaitRead(
        LedgerSettings.DEFAULT_APPLICATION_ID, copyOfNothing(topics.providerEvents(), operation));
  }

  private List<RecordMetadata> copy(TopicWriter writer, String topic, String operation, int times)
      throws Exception {
    byte[] key = operation.getBytes(StandardCharsets.UTF_8);
    List<ConsumerRecord<byte[], byte[]>> said = TopicReader.of(bootstrapServers, topic, operation);
    List<Future<RecordMetadata>> written = new ArrayList<>();
    for (int time = 0; time < times; time++) {
      said.forEach(
          record -> written.add(writer.write(new ProducerRecord<>(topic, key, record.value()))));
    }
    List<RecordMetadata> places = new ArrayList<>();
    for (Future<RecordMetadata> one : written) {
      places.add(one.get(60, TimeUnit.SECONDS));
    }
    return places;
  }

  /** A record that means nothing, to see that all before it was read. */
  private List<RecordMetadata> copyOfNothing(String topic, String operation) throws Exception {
    byte[] key = operation.getBytes(StandardCharsets.UTF_8);
    try (TopicWriter writer = new TopicWriter(bootstrapServers)) {
      return List.of(
          writer.write(new ProducerRecord<>(topic, key, new byte[0])).get(60, TimeUnit.SECONDS));
    }
  }

  private void awaitRead(String group, List<RecordMetadata> places) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      await(group + " has read it")
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(100))
          .until(
              () -> {
                Map<TopicPartition, OffsetAndMetadata> offsets =
                    admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
                return places.stream().allMatch(place -> isBehind(offsets, place));
              });
    }
  }

  private static boolean isBehind(
      Map<TopicPartition, OffsetAndMetadata> offsets, RecordMetadata place) {
    OffsetAndMetadata offset = offsets.get(new TopicPartition(place.topic(), place.partition()));
    return offset != null && offset.offset() > place.offset();
  }
}
