package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.processor.rebuild.RebuildReport;
import io.onefold.schema.Topics;
import io.onefold.standalone.cases.Installation.RunningInstance;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The state is lost, and so is the beginning of a topic that it follows from. */
@ExtendWith(CaseKafka.Shared.class)
@Tag("instances")
@Tag("campaign")
class LostBeginningIT {
  private static final int OPERATIONS = 10;

  @Test
  void shouldNotBuildAStateWhenTheJournalHasLostWholeOperations(CaseKafka kafka) throws Exception {
    // given
    try (Recovery recovery = new Recovery(kafka, "lost-journal", OPERATIONS)) {
      Installation onefold = recovery.onefold();
      recovery.loseState();
      // All that is left begins with an operation's first event, so that no chain is broken.
      int home = home(StateLoss.WAITS);
      delete(onefold, onefold.topics().journal(), home, firstOf(onefold, StateLoss.WAITS));
      // As where nothing is signed.
      delete(onefold, onefold.topics().checkpoints(), home, -1);

      // when
      String message = recovery.refusesToRebuild();

      // then
      String lost = onefold.topics().journal() + "-" + home + " has lost its beginning (STATE_GAP)";
      assertTrue(message.contains(lost), message);
      recovery.refuses();
    }
  }

  @Test
  void shouldSkipNoIntentWhenThoseDecidedBeforeAreGone(CaseKafka kafka) throws Exception {
    // given
    try (Recovery recovery = new Recovery(kafka, "lost-intents", OPERATIONS)) {
      Installation onefold = recovery.onefold();
      int partition = 1 - home(StateLoss.WAITS);
      ConsumerRecord<byte[], byte[]> decided =
          lastOf(onefold, onefold.topics().intents(), partition);
      String late =
          IntStream.range(0, 100)
              .mapToObj(i -> "late-" + i)
              .filter(id -> home(id) == partition)
              .findFirst()
              .orElseThrow();
      // While the ledger was down one caller has come, and another has tried again.
      try (TopicWriter writer = new TopicWriter(onefold.bootstrapServers(), onefold.topics())) {
        writer.intent(Intents.of("plain", late, "text of " + late)).get(30, TimeUnit.SECONDS);
        writer
            .write(new ProducerRecord<>(decided.topic(), partition, decided.key(), decided.value()))
            .get(30, TimeUnit.SECONDS);
      }
      delete(onefold, decided.topic(), partition, decided.offset() + 1);
      recovery.loseState();

      // when
      RebuildReport report = recovery.rebuild();

      // then
      assertEquals(List.of(decided.topic() + "-" + partition), report.rereading());
      RunningInstance ledger = onefold.ledger("one");
      onefold.worker("w1");
      onefold.operation(ledger, "plain", late).awaitKnown().verified();
      recovery.endsWhatWaited(ledger);
    }
  }

  private static int home(String operation) {
    return Topics.partitionOf(operation.getBytes(StandardCharsets.UTF_8), Recovery.PARTITIONS);
  }

  private static long firstOf(Installation onefold, String operation) {
    return TopicReader.of(onefold.bootstrapServers(), onefold.topics().journal(), operation)
        .getFirst()
        .offset();
  }

  private static ConsumerRecord<byte[], byte[]> lastOf(
      Installation onefold, String topic, int partition) {
    return TopicReader.all(onefold.bootstrapServers(), topic).stream()
        .filter(record -> record.partition() == partition)
        .max(Comparator.comparingLong(ConsumerRecord::offset))
        .orElseThrow();
  }

  /** Deletes what stands before an offset; -1 for all. */
  private static void delete(Installation onefold, String topic, int partition, long before)
      throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", onefold.bootstrapServers()))) {
      admin
          .deleteRecords(
              Map.of(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(before)))
          .all()
          .get(30, TimeUnit.SECONDS);
    }
  }
}
