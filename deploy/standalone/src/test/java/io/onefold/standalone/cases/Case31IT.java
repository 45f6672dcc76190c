package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.simulated.ReadFault;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.SimulatedProviderServer;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.standalone.client.OnefoldClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** K31: the whole product is killed at exact points of an attempt, and started again after 3 s. */
@Tag("instances")
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class Case31IT {
  private static final Duration PAUSE = Duration.ofSeconds(3);
  private static final Duration SETTLE = Duration.ofSeconds(8);

  @TempDir Path folder;

  @Test
  void k31ShouldWriteOnceWhenKilledBeforeTheCallDuringItAndAfterItsAnswer() throws Exception {
    // given
    try (StandIns standIns = StandIns.start(Map.of());
        HeldProbe probe = new HeldProbe()) {
      String yaml =
          standIns.fill(CaseStage.resource("/cases/crash.yaml")).replace("PROBE", probe.url());
      SimulatedProviderServer destination = standIns.get("crash");
      try (OnefoldProcess onefold = OnefoldProcess.start(folder, yaml);
          OnefoldClient client =
              new OnefoldClient(onefold.address(), Optional.empty(), Duration.ofMinutes(1))) {
        new CaseRun(client, destination, "plain", "warm-up").submit().verified();
        CaseRun after = new CaseRun(client, destination, "plain", "K31-3");
        CaseRun during = new CaseRun(client, destination, "plain", "K31-2");
        CaseRun before = new CaseRun(client, destination, "held", "K31-1");

        // when
        killAfterTheAnswer(onefold, after);
        killDuringTheCall(onefold, during);
        Instant restarted = killBeforeTheCall(onefold, before, probe);

        // then
        assertFound(after);
        assertFound(during);
        assertSentAfterSettle(before, restarted);
        Redelivery again = new Redelivery(onefold.bootstrapServers());
        for (CaseRun run : List.of(after, during, before)) {
          again.changesNothing(run);
          run.counted(1, 1);
        }
        new CaseJudge().judge(onefold.bootstrapServers(), standIns);
      }
    }
  }

  /** Run 3: the worker has the 201 in its memory alone; it asks for the item before it reports. */
  private static void killAfterTheAnswer(OnefoldProcess onefold, CaseRun run) throws Exception {
    Reply late = Reply.status(500).after(Duration.ofMinutes(1));
    run.script(Script.of(WriteStep.ACCEPT, WriteStep.ACCEPT).reading(new ReadFault(1, late)));
    run.submit();
    await(run.id())
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> run.destination().provider().reads(run.id()) == 1);
    onefold.killAndRestart(PAUSE);
  }

  /** Run 2: the request was read 0.5 s ago, and the item is stored 0.5 s after the kill. */
  private static void killDuringTheCall(OnefoldProcess onefold, CaseRun run) throws Exception {
    Reply created = Reply.status(201).after(Duration.ofSeconds(1));
    run.script(Script.of(WriteStep.commit(Duration.ofSeconds(1), created), WriteStep.ACCEPT));
    run.submit();
    await(run.id())
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> !run.writes().isEmpty());
    Thread.sleep(Duration.between(Instant.now(), run.writtenAt(1).plusMillis(500)).toMillis());
    assertEquals(List.of(), run.effects());
    onefold.killAndRestart(PAUSE);
  }

  /** Run 1: the command was taken, and the connection of the write is not open. */
  private static Instant killBeforeTheCall(OnefoldProcess onefold, CaseRun run, HeldProbe probe)
      throws Exception {
    run.submit();
    probe.awaitAsked();
    assertEquals("CLAIMED", run.now().path("state").asText());
    assertEquals(List.of(), run.writes());
    Instant killed = Instant.now();
    onefold.kill();
    probe.letGo();
    Thread.sleep(PAUSE.toMillis());
    onefold.restart();
    return killed.plus(PAUSE);
  }

  private static void assertFound(CaseRun run) {
    assertEquals(run.verifiedItem(), run.effects().getFirst().id());
    // The dead process never told how its attempt ended.
    assertEquals(1, run.endings().size(), run.endings().toString());
    JsonNode attempts = run.now().path("attempts");
    assertTrue(attempts.path(attempts.size() - 1).path("result").isNull(), attempts.toString());
    run.counted(1, 1);
  }

  private static void assertSentAfterSettle(CaseRun run, Instant restarted) {
    assertEquals(run.verifiedItem(), run.effects().getFirst().id());
    JsonNode operation = run.now();
    assertTrue(operation.path("attempts").size() > 1, operation.toPrettyString());
    assertTrue(run.readbackResults().contains("NOT_FOUND"), operation.toPrettyString());
    assertTrue(
        run.writtenAt(1).isAfter(restarted.plus(SETTLE)),
        "written at " + run.writtenAt(1) + ", started again after " + restarted);
    run.counted(1, 1);
  }
}
