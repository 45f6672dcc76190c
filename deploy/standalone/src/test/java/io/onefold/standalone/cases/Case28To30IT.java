package io.onefold.standalone.cases;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.SimulatedProvider;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.schema.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** K28 and K30: records that mean nothing, and IDs that mean two things. */
@ExtendWith(CaseStage.Shared.class)
@Execution(ExecutionMode.CONCURRENT)
class Case28To30IT {
  private static final Duration WITHIN = Duration.ofSeconds(30);

  private final CaseStage stage;

  Case28To30IT(CaseStage stage) {
    this.stage = stage;
  }

  @Test
  void k28ShouldSetAsideWhatMeansNothingAndGoOnWhenOnePartitionHoldsBoth() throws Exception {
    // given
    SimulatedProvider provider = stage.operation("k28", "any").destination().provider();
    Redelivery again = new Redelivery(stage.onefold());
    try (TopicWriter writer = new TopicWriter(stage.onefold())) {
      String topic = RunningOnefold.topics().intents();
      List<String> ids = idsOfOnePartition(writer.partitions(topic), 15);
      int partition = partition(ids.getFirst(), writer.partitions(topic));
      CaseRun bad = stage.operation("k28", ids.get(4));
      bad.script(Script.of(WriteStep.refuse(Reply.status(400))));
      List<CaseRun> good =
          ids.subList(5, 15).stream().map(id -> stage.operation("k28", id)).toList();

      // when
      List<ProducerRecord<byte[], byte[]>> unreadable =
          List.of(
              record(topic, partition, ids.getFirst(), new byte[0]),
              record(
                  topic,
                  partition,
                  ids.get(1),
                  ("{\"operationId\": \"" + ids.get(1)).getBytes(UTF_8)),
              record(topic, partition, null, writer.bytes(Intents.of("k28", ids.get(2), "text"))),
              record(
                  topic,
                  partition,
                  ids.get(3),
                  writer.bytes(Intents.of("k28", ids.get(2), "text"))));
      List<Future<RecordMetadata>> places = new ArrayList<>();
      unreadable.forEach(one -> places.add(writer.write(one)));
      Stream.concat(Stream.of(bad), good.stream())
          .forEach(
              run ->
                  places.add(
                      writer.write(
                          record(topic, partition, run.id(), writer.bytes(run.intent())))));
      Instant written = Instant.now();

      // then
      assertOneAfterTheOther(places, partition);
      bad.awaitKnown().rejected("REJECTED_BY_DESTINATION", "WRITE_REQUEST");
      bad.counted(0, 1);
      for (CaseRun run : good) {
        JsonNode receipt = run.awaitKnown().verified();
        Instant verifiedAt = CaseRun.time(receipt, "/issuedAt");
        assertTrue(verifiedAt.isBefore(written.plus(WITHIN)), run.id() + " at " + verifiedAt);
        run.counted(1, 1);
      }
      assertSetAside(unreadable, places.subList(0, 4));
      for (String id : ids.subList(0, 4)) {
        assertEquals(Optional.empty(), stage.onefold().client().operation(id), id);
        assertEquals(0, provider.writes(id), id);
      }
      again.changesNothing(bad);
      again.changesNothing(good.getFirst());
    }
  }

  /** IDs that the partitioner puts on one partition. */
  private static List<String> idsOfOnePartition(int partitions, int count) {
    int partition = partition("K28-0", partitions);
    return Stream.iterate(0, number -> number + 1)
        .map(number -> "K28-" + number)
        .filter(id -> partition(id, partitions) == partition)
        .limit(count)
        .toList();
  }

  private static int partition(String id, int partitions) {
    return Topics.partitionOf(id.getBytes(UTF_8), partitions);
  }

  private static ProducerRecord<byte[], byte[]> record(
      String topic, int partition, @Nullable String key, byte[] value) {
    return new ProducerRecord<>(topic, partition, key == null ? null : key.getBytes(UTF_8), value);
  }

  private static void assertOneAfterTheOther(List<Future<RecordMetadata>> places, int partition)
      throws Exception {
    long next = places.getFirst().get(60, TimeUnit.SECONDS).offset();
    for (Future<RecordMetadata> place : places) {
      RecordMetadata at = place.get(60, TimeUnit.SECONDS);
      assertEquals(partition, at.partition());
      assertTrue(at.offset() >= next, "offset " + at.offset() + " came after " + next);
      next = at.offset() + 1;
    }
  }

  private void assertSetAside(
      List<ProducerRecord<byte[], byte[]>> unreadable, List<Future<RecordMetadata>> places)
      throws Exception {
    for (int i = 0; i < places.size(); i++) {
      RecordMetadata at = places.get(i).get();
      DeadLetter letter = DeadLetter.of(stage.onefold(), at).orElseThrow();
      assertEquals("UNREADABLE_RECORD", letter.reason(), letter.error());
      assertTrue(!letter.error().isBlank());
      assertArrayEquals(unreadable.get(i).value(), letter.record().value());
    }
  }

  @Test
  void k30ShouldRefuseEveryOtherFormWhenDestinationFoldsReferences() throws Exception {
    // given
    CaseRun first = stage.operation("k30", "Invoice-2026-001");
    SimulatedProvider provider = first.destination().provider();
    first.submit().verified();
    // Its contract takes no such ID, so no operation begins with it.
    stage.judge().stranger("invoice-2026-001");
    List<String> others = List.of("invoice-2026-001", "Invoice-2026-001 ", "   ", "");

    // when
    for (String id : others) {
      Answer answer =
          Answer.of(stage.onefold().address(), Intents.of("k30", id, "text").toString());
      assertEquals(400, answer.status(), answer.toString());
      assertEquals("id-not-canonical", answer.type(), answer.toString());
      assertEquals("operationId", answer.document().path("field").asText());
    }
    ObjectNode without = Intents.of("k30", "none", "text").without("operationId");
    Answer nameless = Answer.of(stage.onefold().address(), without.toString());
    assertEquals(400, nameless.status(), nameless.toString());
    assertEquals("operationId", nameless.document().path("field").asText());

    // then
    for (String id : others) {
      assertEquals("ID_NOT_CANONICAL", setAside(id).reason(), id);
    }
    assertEquals(Optional.empty(), stage.onefold().client().operation("invoice-2026-001"));
    new Redelivery(stage.onefold()).changesNothing(first);
    first.staysUntil(first.writtenAt(1).plusSeconds(9), 1, 1);
    assertEquals(1, provider.effects());
    assertEquals(1, provider.seenWrites().size(), provider.seenWrites().toString());
  }

  /** What becomes of an intent with such an ID that is written straight to the topic. */
  private DeadLetter setAside(String id) throws Exception {
    try (TopicWriter writer = new TopicWriter(stage.onefold())) {
      RecordMetadata at =
          writer
              .write(
                  new ProducerRecord<>(
                      RunningOnefold.topics().intents(),
                      id.getBytes(UTF_8),
                      writer.bytes(Intents.of("k30", "none", "text"), id)))
              .get(60, TimeUnit.SECONDS);
      return await(id)
          .atMost(Duration.ofMinutes(1))
          .until(() -> DeadLetter.of(stage.onefold(), at), Optional::isPresent)
          .orElseThrow();
    }
  }

  @Test
  void k30ShouldNeverTakeAnothersItemForItsOwnWhenContractDoesNotKnowOfTheFolding()
      throws Exception {
    // given
    CaseRun first = stage.operation("k30-unaware", "Bill-2026-001");
    CaseRun other = stage.operation("k30-unaware", "bill-2026-001");
    JsonNode sameText = Intents.of("k30-unaware", other.id(), "text of " + first.id());
    first.submit().verified();

    // when
    other.submit(sameText);
    other.unresolved("CONTENT_MISMATCH", "READBACK");

    // then
    assertEquals(List.of("REFUSED REJECTED_BY_DESTINATION"), other.endings());
    other.counted(0, 1);
    first.counted(1, 1);
    new Redelivery(stage.onefold()).changesNothing(other, sameText, 2);
    other.staysUntil(other.writtenAt(1).plusSeconds(9), 0, 1);
    assertEquals(1, first.destination().provider().effects());
  }
}
