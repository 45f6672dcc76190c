package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.processor.rebuild.Progress;
import io.onefold.processor.rebuild.Rebuild;
import io.onefold.processor.rebuild.RebuildReport;
import io.onefold.topology.StartRefusedException;
import io.onefold.topology.Stores;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What is lost, what the ledger says of it, and how it goes on. */
@ExtendWith(CaseKafka.Shared.class)
@Tag("instances")
@Order(2)
@Execution(ExecutionMode.CONCURRENT)
class RebuildIT {
  private static final int PARTITIONS = 2;
  private static final int OPERATIONS = 10;

  private final CaseKafka kafka;

  RebuildIT(CaseKafka kafka) {
    this.kafka = kafka;
  }

  @Test
  void shouldGoOnAfterARebuildWhenTheStateIsLost() throws Exception {
    // given
    try (Installation onefold = new Installation(kafka, "rebuild-lost", PARTITIONS)) {
      StateLoss loss = new StateLoss(onefold, OPERATIONS);
      StateLoss.awaitNoMembers(onefold, onefold.applicationId());
      StateLoss.delete(onefold, onefold.stateTopics());

      // when
      String message = loss.refuses(onefold);
      RebuildReport looked =
          Rebuild.run(onefold.rebuild(onefold.applicationId()), true, Progress.NONE);
      loss.refuses(onefold);
      // The stores on disk are of the lost topics and stay where they are, with a note of which.
      assertTrue(Files.exists(onefold.stateOf("one").resolve(onefold.applicationId() + ".topics")));
      RebuildReport report = loss.rebuild(onefold, onefold.applicationId());

      // then
      assertTrue(message.contains(onefold.stateTopics().getFirst()), message);
      assertFalse(looked.written());
      assertEquals(report.operations(), looked.operations());
      assertEquals(OPERATIONS + 2, report.operations());
      assertEquals(1, report.open());
      // The warm-up ended as well.
      assertEquals(OPERATIONS + 1, report.signatures());
      assertEquals(List.of(), report.rereading());
      loss.continues(onefold, onefold.applicationId());
    }
  }

  @Test
  @Tag("campaign")
  void shouldGoOnByItselfWhenOnlyTheFolderIsLost() throws Exception {
    // given
    try (Installation onefold = new Installation(kafka, "rebuild-folder", PARTITIONS)) {
      StateLoss loss = new StateLoss(onefold, OPERATIONS);

      // when
      StateLoss.delete(onefold.stateOf("one"));

      // then
      loss.continues(onefold, onefold.applicationId());
    }
  }

  @Test
  @Tag("campaign")
  void shouldGoOnAfterARebuildWhenTheMarksAloneAreLost() throws Exception {
    // given
    try (Installation onefold = new Installation(kafka, "rebuild-marks", PARTITIONS)) {
      StateLoss loss = new StateLoss(onefold, OPERATIONS);
      StateLoss.awaitNoMembers(onefold, onefold.applicationId());
      String marks = Stores.changelog(onefold.applicationId(), Stores.MARKS);
      StateLoss.delete(onefold, List.of(marks));

      // when
      String message = loss.refuses(onefold);
      loss.rebuild(onefold, onefold.applicationId());

      // then
      assertTrue(message.contains(marks + " does not exist"), message);
      loss.continues(onefold, onefold.applicationId());
    }
  }

  @Test
  @Tag("campaign")
  void shouldGoOnUnderAnotherApplicationIdWhenItsStateWasBuilt() throws Exception {
    // given
    try (Installation onefold = new Installation(kafka, "rebuild-renamed", PARTITIONS)) {
      StateLoss loss = new StateLoss(onefold, OPERATIONS);
      StateLoss.delete(onefold.stateOf("one"));

      // when
      loss.refuses(onefold, "rebuild-other");
      loss.rebuild(onefold, "rebuild-other");

      // then
      loss.continues(onefold, "rebuild-other");
    }
  }

  @Test
  @Tag("campaign")
  void shouldSendNothingAgainWhenPositionsAreSetToTheBeginning() throws Exception {
    // given
    try (Installation onefold = new Installation(kafka, "rebuild-earliest", PARTITIONS)) {
      StateLoss loss = new StateLoss(onefold, OPERATIONS);

      // when
      Map<TopicPartition, Long> positions = new HashMap<>();
      for (String input : onefold.topics().inputs()) {
        for (int p = 0; p < PARTITIONS; p++) {
          positions.put(new TopicPartition(input, p), 0L);
        }
      }
      StateLoss.setPositions(onefold, positions);

      // then
      loss.continues(onefold, onefold.applicationId());
    }
  }

  @Test
  @Tag("campaign")
  void shouldRefuseToSkipIntentsWhenPositionsAreSetToTheEnd() throws Exception {
    // given
    try (Installation onefold = new Installation(kafka, "rebuild-latest", PARTITIONS)) {
      StateLoss loss = new StateLoss(onefold, OPERATIONS);
      String skipped = "skipped-1";
      int partition;
      long end;
      try (TopicWriter writer = new TopicWriter(onefold.bootstrapServers(), onefold.topics())) {
        var written = writer.intent(Intents.of("plain", skipped, "text of " + skipped)).get();
        partition = written.partition();
        end = written.offset() + 1;
      }
      StateLoss.setPositions(
          onefold, Map.of(new TopicPartition(onefold.topics().intents(), partition), end));

      // when
      String message = loss.refuses(onefold);
      loss.rebuild(onefold, onefold.applicationId());

      // then
      assertTrue(message.contains("stands at offset " + end), message);
      assertTrue(message.contains(onefold.topics().intents() + "-" + partition), message);
      Installation.RunningInstance ledger = onefold.ledger("one");
      onefold.worker("w1");
      onefold.operation(ledger, "plain", skipped).awaitKnown().verified();
      onefold.worker("slow", "w2", Map.of(), 4);
      onefold.operation(ledger, "slow", "loss-waits").end();
      onefold.judge();
    }
  }

  @Test
  @Tag("campaign")
  void shouldRefuseWhenThereAreMorePartitions() throws Exception {
    // given
    try (Installation onefold = new Installation(kafka, "rebuild-more", PARTITIONS)) {
      StateLoss loss = new StateLoss(onefold, OPERATIONS);
      StateLoss.awaitNoMembers(onefold, onefold.applicationId());
      Mirror.growTo(onefold, PARTITIONS + 1, onefold.topics().specs(List.of("slow", "frozen")));

      // when
      String message =
          assertThrows(StartRefusedException.class, () -> onefold.ledger("one")).getMessage();
      String rebuild =
          assertThrows(
                  StartRefusedException.class,
                  () -> Rebuild.run(onefold.rebuild(onefold.applicationId()), false, Progress.NONE))
              .getMessage();
      StateLoss.delete(onefold, onefold.stateTopics());
      String anew =
          assertThrows(
                  StartRefusedException.class,
                  () -> Rebuild.run(onefold.rebuild(onefold.applicationId()), false, Progress.NONE))
              .getMessage();

      // then
      assertTrue(message.contains("STATE_GAP"), message);
      assertTrue(rebuild.contains("number can never change"), rebuild);
      assertTrue(anew.contains("number can never change"), anew);
      loss.refuses(onefold);
    }
  }

  @Test
  @Tag("campaign")
  void shouldStayClosedWhenARebuildWasInterrupted() throws Exception {
    // given
    try (Installation onefold = new Installation(kafka, "rebuild-broken-off", PARTITIONS)) {
      StateLoss loss = new StateLoss(onefold, OPERATIONS);
      StateLoss.awaitNoMembers(onefold, onefold.applicationId());
      Mirror.write(
          onefold,
          Stores.changelog(onefold.applicationId(), Stores.MARKS),
          1,
          Stores.REBUILDING_KEY,
          "2026-10-31T08:00:00Z");

      // when
      String message = loss.refuses(onefold);
      loss.rebuild(onefold, onefold.applicationId());

      // then
      assertTrue(message.contains("a rebuild that began at 2026-10-31T08:00:00Z"), message);
      loss.continues(onefold, onefold.applicationId());
    }
  }
}
