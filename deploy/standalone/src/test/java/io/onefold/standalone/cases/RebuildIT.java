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
  private static final int OPERATIONS = 10;

  @Test
  void shouldGoOnAfterARebuildWhenTheStateIsLost(CaseKafka kafka) throws Exception {
    // given
    try (Recovery recovery = new Recovery(kafka, "rebuild-lost", OPERATIONS)) {
      Installation onefold = recovery.onefold();
      recovery.loseState();

      // when
      String message = recovery.refuses();
      RebuildReport looked =
          Rebuild.run(onefold.rebuild(onefold.applicationId()), true, Progress.NONE);
      recovery.refuses();
      // The stores on disk are of the lost topics and stay where they are, with a note of which.
      assertTrue(Files.exists(onefold.stateOf("one").resolve(onefold.applicationId() + ".topics")));
      RebuildReport report = recovery.rebuild();

      // then
      assertTrue(message.contains(onefold.stateTopics().getFirst()), message);
      assertFalse(looked.written());
      assertEquals(report.operations(), looked.operations());
      assertEquals(OPERATIONS + 2, report.operations());
      assertEquals(1, report.open());
      // The warm-up ended as well.
      assertEquals(OPERATIONS + 1, report.signatures());
      assertEquals(List.of(), report.rereading());
      recovery.continues();
    }
  }

  @Test
  @Tag("campaign")
  void shouldGoOnByItselfWhenOnlyTheFolderIsLost(CaseKafka kafka) throws Exception {
    // given
    try (Recovery recovery = new Recovery(kafka, "rebuild-folder", OPERATIONS)) {

      // when
      recovery.loseFolder();

      // then
      recovery.continues();
    }
  }

  @Test
  @Tag("campaign")
  void shouldGoOnAfterARebuildWhenTheMarksAloneAreLost(CaseKafka kafka) throws Exception {
    // given
    try (Recovery recovery = new Recovery(kafka, "rebuild-marks", OPERATIONS)) {
      Installation onefold = recovery.onefold();
      String marks = Stores.changelog(onefold.applicationId(), Stores.MARKS);
      recovery.lose(List.of(marks));

      // when
      String message = recovery.refuses();
      recovery.rebuild();

      // then
      assertTrue(message.contains(marks + " does not exist"), message);
      recovery.continues();
    }
  }

  @Test
  @Tag("campaign")
  void shouldGoOnUnderAnotherApplicationIdWhenItsStateWasBuilt(CaseKafka kafka) throws Exception {
    // given
    try (Recovery recovery = new Recovery(kafka, "rebuild-renamed", OPERATIONS)) {
      recovery.loseFolder();

      // when
      recovery.refuses("rebuild-other");
      recovery.rebuild("rebuild-other");

      // then
      recovery.continues("rebuild-other");
    }
  }

  @Test
  @Tag("campaign")
  void shouldSendNothingAgainWhenPositionsAreSetToTheBeginning(CaseKafka kafka) throws Exception {
    // given
    try (Recovery recovery = new Recovery(kafka, "rebuild-earliest", OPERATIONS)) {
      Installation onefold = recovery.onefold();

      // when
      Map<TopicPartition, Long> positions = new HashMap<>();
      for (String input : onefold.topics().inputs()) {
        for (int p = 0; p < Recovery.PARTITIONS; p++) {
          positions.put(new TopicPartition(input, p), 0L);
        }
      }
      StateLoss.setPositions(onefold, positions);

      // then
      recovery.continues();
    }
  }

  @Test
  @Tag("campaign")
  void shouldRefuseToSkipIntentsWhenPositionsAreSetToTheEnd(CaseKafka kafka) throws Exception {
    // given
    try (Recovery recovery = new Recovery(kafka, "rebuild-latest", OPERATIONS)) {
      Installation onefold = recovery.onefold();
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
      String message = recovery.refuses();
      recovery.rebuild();

      // then
      assertTrue(message.contains("stands at offset " + end), message);
      assertTrue(message.contains(onefold.topics().intents() + "-" + partition), message);
      Installation.RunningInstance ledger = onefold.ledger("one");
      onefold.worker("w1");
      onefold.operation(ledger, "plain", skipped).awaitKnown().verified();
      recovery.endsWhatWaited(ledger);
      onefold.judge();
    }
  }

  @Test
  @Tag("campaign")
  void shouldRefuseWhenThereAreMorePartitions(CaseKafka kafka) throws Exception {
    // given
    try (Recovery recovery = new Recovery(kafka, "rebuild-more", OPERATIONS)) {
      Installation onefold = recovery.onefold();
      Mirror.growTo(
          onefold, Recovery.PARTITIONS + 1, onefold.topics().specs(List.of("slow", "frozen")));

      // when
      String message =
          assertThrows(StartRefusedException.class, () -> onefold.ledger("one")).getMessage();
      String rebuild = recovery.refusesToRebuild();
      recovery.loseState();
      String anew = recovery.refusesToRebuild();

      // then
      assertTrue(message.contains("STATE_GAP"), message);
      assertTrue(rebuild.contains("number can never change"), rebuild);
      assertTrue(anew.contains("number can never change"), anew);
      recovery.refuses();
    }
  }

  @Test
  @Tag("campaign")
  void shouldStayClosedWhenARebuildWasInterrupted(CaseKafka kafka) throws Exception {
    // given
    try (Recovery recovery = new Recovery(kafka, "rebuild-broken-off", OPERATIONS)) {
      Installation onefold = recovery.onefold();
      Mirror.write(
          onefold,
          Stores.changelog(onefold.applicationId(), Stores.MARKS),
          1,
          Stores.REBUILDING_KEY,
          "2026-10-31T08:00:00Z");

      // when
      String message = recovery.refuses();
      recovery.rebuild();

      // then
      assertTrue(message.contains("a rebuild that began at 2026-10-31T08:00:00Z"), message);
      recovery.continues();
    }
  }
}
