package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.simulated.SimulatedProvider;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.Review;
import io.onefold.schema.SchemaIds;
import io.onefold.topology.LedgerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Records that mean nothing hold up nothing, and none of them is lost. */
@Tag("instances")
@Execution(ExecutionMode.CONCURRENT)
class PoisonIT {
  private static final int ON_EACH_TOPIC = 10_000;
  private static final int GOOD_EVERY = 100;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final SchemaIds IDS = SchemaIds.from(Map.of());

  private final List<String> good = new ArrayList<>();
  private final Map<ProducerRecord<byte[], byte[]>, Future<RecordMetadata>> poison =
      new HashMap<>();

  @Test
  void shouldKeepEveryUnreadableRecordAsideAndVerifyWhatLiesBetween(@TempDir Path folder)
      throws Exception {
    // given
    try (StandIns standIns = StandIns.start(Map.of());
        RunningOnefold onefold =
            RunningOnefold.start(folder, standIns.fill(CaseStage.resource("/cases/plain.yaml")))) {

      // when
      try (TopicWriter writer = new TopicWriter(onefold)) {
        write(writer, partitions(onefold));
      }

      // then
      awaitAllRead(onefold);
      assertAllKept(onefold);
      SimulatedProvider provider = standIns.get("plain").provider();
      for (String id : good) {
        CaseRun run = new CaseRun(onefold.client(), standIns.get("plain"), "plain", id);
        run.verified();
        assertEquals(1, provider.effects(id).size(), id);
        assertEquals(1, provider.writes(id), id);
      }
      assertEquals(good.size(), provider.effects());
      new CaseJudge().judge(onefold.bootstrapServers(), standIns);
      AuditRun.findsNothing(onefold.bootstrapServers());
    }
  }

  private static int partitions(RunningOnefold onefold) throws Exception {
    String intents = RunningOnefold.topics().intents();
    try (Admin admin = admin(onefold)) {
      return admin
          .describeTopics(List.of(intents))
          .allTopicNames()
          .get()
          .get(intents)
          .partitions()
          .size();
    }
  }

  private static Admin admin(RunningOnefold onefold) {
    return Admin.create(Map.of("bootstrap.servers", onefold.bootstrapServers()));
  }

  private void write(TopicWriter writer, int partitions) {
    Poison[] kinds = Poison.values();
    for (int number = 0; number < ON_EACH_TOPIC; number++) {
      String id = "poison|" + number;
      for (Poison.Sample sample : samples(writer, id, partitions)) {
        ProducerRecord<byte[], byte[]> record = kinds[number % kinds.length].record(sample);
        poison.put(record, writer.write(record));
      }
      if (number % GOOD_EVERY == 0) {
        good.add("good|" + number);
        var unused = writer.intent(Intents.of("plain", good.getLast(), "text"));
      }
    }
  }

  /** What the poison would mean if it were none, on each input topic. */
  private static List<Poison.Sample> samples(TopicWriter writer, String id, int partitions) {
    String intents = RunningOnefold.topics().intents();
    String events = RunningOnefold.topics().providerEvents();
    String reviews = RunningOnefold.topics().reviews();
    byte[] intent = writer.bytes(Intents.of("plain", id, "text"));
    byte[] event = AvroSerde.of(ProviderEvent.class, IDS).serializer().serialize(events, claim(id));
    byte[] review = AvroSerde.of(Review.class, IDS).serializer().serialize(reviews, review(id));
    return List.of(
        new Poison.Sample(intents, partitions, id, intent),
        new Poison.Sample(events, partitions, id, event),
        new Poison.Sample(reviews, partitions, id, review));
  }

  private static ProviderEvent claim(String id) {
    return new ProviderEvent(id, "poisoner", 1L, 1L, new ClaimRequested(1, "claim-of-nobody"));
  }

  private static Review review(String id) {
    Review review = new Review();
    review.setOperationId(id);
    review.setAction("CONFIRM_DONE");
    review.setReason("none");
    review.setReviewer("nobody");
    review.setSequence(1);
    review.setReviewedAtMs(1);
    return review;
  }

  /** Until the ledger has committed past every record that was there. */
  private static void awaitAllRead(RunningOnefold onefold) throws Exception {
    try (Admin admin = admin(onefold)) {
      Set<TopicPartition> inputs = new HashSet<>();
      int partitions = partitions(onefold);
      for (String topic : RunningOnefold.topics().inputs()) {
        for (int partition = 0; partition < partitions; partition++) {
          inputs.add(new TopicPartition(topic, partition));
        }
      }
      await("all read")
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(500))
          .until(() -> lag(admin, inputs) == 0);
    }
  }

  private static long lag(Admin admin, Set<TopicPartition> inputs) throws Exception {
    Map<TopicPartition, OffsetAndMetadata> read =
        admin
            .listConsumerGroupOffsets(LedgerSettings.DEFAULT_APPLICATION_ID)
            .partitionsToOffsetAndMetadata()
            .get();
    return admin
        .listOffsets(inputs.stream().collect(Collectors.toMap(p -> p, p -> OffsetSpec.latest())))
        .all()
        .get()
        .entrySet()
        .stream()
        .mapToLong(
            end -> {
              OffsetAndMetadata offset = read.get(end.getKey());
              return end.getValue().offset() - (offset == null ? 0 : offset.offset());
            })
        .sum();
  }

  private void assertAllKept(RunningOnefold onefold) throws Exception {
    Map<String, DeadLetter> kept = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record :
        TopicReader.all(onefold, RunningOnefold.topics().deadLetters())) {
      DeadLetter letter = new DeadLetter(record);
      assertEquals(null, kept.put(letter.place(), letter), "kept twice: " + letter.place());
      assertTrue(
          Set.of("UNREADABLE_RECORD", "ID_NOT_CANONICAL").contains(letter.reason()),
          letter.reason());
      assertTrue(!letter.error().isBlank(), letter.place());
    }
    assertEquals(poison.size(), kept.size());
    for (Map.Entry<ProducerRecord<byte[], byte[]>, Future<RecordMetadata>> written :
        poison.entrySet()) {
      String position = DeadLetter.text(written.getValue().get());
      DeadLetter letter = kept.get(position);
      assertNotNull(letter, "lost: " + position);
      assertArrayEquals(written.getKey().key(), letter.record().key(), position);
      assertArrayEquals(written.getKey().value(), letter.record().value(), position);
    }
  }
}
