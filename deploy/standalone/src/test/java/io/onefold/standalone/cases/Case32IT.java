package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.simulated.SimulatedProviderServer;
import io.onefold.schema.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** K32: a yes to the caller means that it is stored, and nobody's death leaves a lock behind. */
@Tag("instances")
@Execution(ExecutionMode.CONCURRENT)
class Case32IT {
  private static final Duration LEASE = Duration.ofSeconds(5);

  @TempDir Path folder;

  @Test
  void k32ShouldSayNoWhileTheLogIsAwayAndLeaveNothingClaimedWhenTheWorkerDies() throws Exception {
    // given
    try (StandIns standIns = StandIns.start(Map.of());
        HeldProbe probe = new HeldProbe()) {
      String yaml =
          standIns.fill(CaseStage.resource("/cases/crash.yaml")).replace("PROBE", probe.url());
      SimulatedProviderServer destination = standIns.get("crash");
      try (SplitOnefold onefold = SplitOnefold.start(folder, yaml, Topics.DEFAULT_POOL)) {
        CaseRun warmUp = new CaseRun(onefold.client(), destination, "plain", "warm-up");
        warmUp.submit().verified();

        // when
        CaseRun dead = new CaseRun(onefold.client(), destination, "held", "K32-2");
        killBetweenClaimAndSend(onefold, dead, probe);

        // then
        Instant verifiedAt = CaseRun.time(dead.verified(), "/issuedAt");
        Instant runsAgain = whenItWasThereAgain(onefold, dead);
        assertTrue(
            verifiedAt.isBefore(runsAgain.plus(LEASE.multipliedBy(3))),
            "runs again since " + runsAgain + ", verified at " + verifiedAt);
        dead.counted(1, 1);
        new Redelivery(onefold.bootstrapServers()).changesNothing(dead);

        // when
        CaseRun refused = new CaseRun(onefold.client(), destination, "plain", "K32-1");
        submitWhileTheLogIsAway(onefold, refused);

        // then
        assertEquals(refused.verifiedItem(), refused.effects().getFirst().id());
        refused.counted(1, 1);
        new Redelivery(onefold.bootstrapServers()).changesNothing(refused);
        refused.counted(1, 1);
        dead.counted(1, 1);
        new CaseJudge().judge(onefold.bootstrapServers(), standIns);
      }
    }
  }

  private static void killBetweenClaimAndSend(SplitOnefold onefold, CaseRun run, HeldProbe probe)
      throws Exception {
    run.submit();
    probe.awaitAsked();
    assertEquals("CLAIMED", run.now().path("state").asText());
    assertEquals(List.of(), run.writes());
    onefold.killWorker();
    probe.letGo();
    onefold.startWorker();
  }

  /**
   * When the ledger heard of the worker's new life; how long a process takes to start is not it.
   */
  private static Instant whenItWasThereAgain(SplitOnefold onefold, CaseRun run) {
    List<JsonNode> journal = onefold.client().journal(run.id()).orElseThrow();
    return journal.stream()
        .filter(event -> event.at("/input/type").asText().equals("HolderDied"))
        .map(event -> CaseRun.time(event, "/at"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("nobody died: " + journal));
  }

  private static void submitWhileTheLogIsAway(SplitOnefold onefold, CaseRun run) throws Exception {
    onefold.stopKafka();
    Answer answer = Answer.of(onefold.address(), run.intent().toString());
    assertEquals(503, answer.status(), answer.toString());
    assertEquals("unavailable", answer.type(), answer.toString());
    assertTrue(answer.message().contains("again"), answer.message());
    onefold.startKafka();
    // The ledger needs a moment to find the broker again, and says so until then.
    await("taken")
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> Answer.of(onefold.address(), run.intent().toString()),
            again -> again.status() == 202);
  }
}
