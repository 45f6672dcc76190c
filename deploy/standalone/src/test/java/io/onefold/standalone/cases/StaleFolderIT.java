package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.standalone.cases.Installation.RunningInstance;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The machine that ran the very first ledger comes back long after the state was lost and built.
 */
@ExtendWith(CaseKafka.Shared.class)
@Tag("instances")
@Tag("campaign")
class StaleFolderIT {
  private static final int PARTITIONS = 2;

  /** More than enough for the new topics to be longer than the lost ones were. */
  private static final int SINCE = 40;

  private final CaseKafka kafka;

  StaleFolderIT(CaseKafka kafka) {
    this.kafka = kafka;
  }

  @Test
  void shouldSendNothingAgainWhenTheFirstLedgersFolderIsOfTopicsThatWereLost() throws Exception {
    // given
    try (Installation onefold = new Installation(kafka, "stale-folder", PARTITIONS)) {
      StateLoss loss = new StateLoss(onefold, 4);
      StateLoss.awaitNoMembers(onefold, onefold.applicationId());
      StateLoss.delete(onefold, onefold.stateTopics());
      loss.rebuild(onefold, onefold.applicationId());
      RunningInstance elsewhere = onefold.ledger("two");
      onefold.worker("slow", "w2", Map.of(), 4);
      // It waited when the first ledger was stopped.
      onefold.operation(elsewhere, "slow", "loss-waits").end();
      List<CaseRun> since =
          IntStream.range(0, SINCE)
              .mapToObj(i -> onefold.operation(elsewhere, "slow", "since-" + i))
              .toList();
      since.forEach(run -> run.submit(Intents.of("slow", run.id(), "text of " + run.id())));
      since.forEach(run -> assertEquals("VERIFIED", run.end().path("state").asText()));

      // when
      onefold.stop();
      StateLoss.awaitNoMembers(onefold, onefold.applicationId());

      // then
      loss.continues(onefold, onefold.applicationId());
    }
  }
}
