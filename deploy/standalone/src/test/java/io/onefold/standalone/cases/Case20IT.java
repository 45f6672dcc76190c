package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.WriteStep;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * K20: the work takes longer than the lease, with two ledger instances and several workers.
 *
 * <p>A lease is never renewed and a call never outlives it: of a send timeout of 15 s under a lease
 * of 5 s, 3.5 s remain. So the case splits in two: the write lands long after its call was cut off,
 * and the worker itself stands still until its lease is over.
 */
@ExtendWith(ManyInstances.Shared.class)
@Tag("instances")
@Execution(ExecutionMode.CONCURRENT)
class Case20IT {
  private final ManyInstances many;

  Case20IT(ManyInstances many) {
    this.many = many;
  }

  @Test
  void k20ShouldReadBackUntilItIsThereWhenWriteLandsLongAfterTheLease() {
    // given
    CaseRun run = many.onefold().operation(many.first(), "outliving", "K20-1");
    run.script(
        Script.of(
            WriteStep.commit(
                Duration.ofSeconds(11), Reply.status(201).after(Duration.ofSeconds(12))),
            WriteStep.commit(Reply.status(201))));

    // when
    JsonNode receipt = run.submit().verified();

    // then
    run.counted(1, 1);
    assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
    assertEquals(List.of("UNKNOWN TIMEOUT"), run.endings());
    Instant cutOff = CaseRun.time(receipt, "/attempts/0/endedAt");
    assertTrue(
        Duration.between(run.writtenAt(1), cutOff).compareTo(Duration.ofSeconds(5)) < 0,
        "the call must end within its lease, ended at " + cutOff);
    assertTrue(run.readbackResults().contains("NOT_FOUND"), run.now().toPrettyString());
    assertEquals("FOUND", run.readbackResults().getLast());
    assertTakeoverReadsFirst(run);
    run.staysWhenDeliveredAgain();
  }

  @Test
  void k20ShouldReadBackByAnotherWorkerWhenHolderStandsStillBeyondItsLease() throws Exception {
    // given
    Path folder = many.onefold().folder();
    Files.writeString(folder.resolve("frozen.yaml"), many.onefold().yaml());
    Files.writeString(
        folder.resolve("frozen.properties"),
        "session.timeout.ms=3000\nheartbeat.interval.ms=1000\n");
    CaseRun run = many.onefold().operation(many.first(), "frozen", "K20-2");
    run.script(
        Script.of(
            WriteStep.commit(
                Duration.ofSeconds(6), Reply.status(201).after(Duration.ofMillis(6500))),
            WriteStep.commit(Reply.status(201))));
    try (FreezableProcess holder =
        FreezableProcess.start(folder.resolve("frozen.log"), worker(folder))) {

      // when
      run.submit();
      await().atMost(Duration.ofMinutes(1)).until(() -> !run.writes().isEmpty());
      holder.freeze();
      many.worker("frozen", "stand-by", Map.of(), 16);
      JsonNode receipt = run.verified();

      // then
      run.counted(1, 1);
      assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
      assertEquals(1, run.endings().size(), receipt.toPrettyString());
      assertTakeoverReadsFirst(run);
      assertTrue(
          run.journal().stream()
              .anyMatch(event -> event.at("/input/timer").asText().equals("LEASE")),
          () -> "the lease did not end: " + run.journal());

      // and when
      holder.letRunOn();

      // then: what it reports now changes nothing
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> run.journal().toString().contains("SendReported"));
      run.staysWhenDeliveredAgain();
      assertEquals(receipt, run.now().path("receipt"));
    }
  }

  private List<String> worker(Path folder) {
    return List.of(
        "worker",
        "--pool",
        "frozen",
        "--id",
        "freezable",
        "--bootstrap-servers",
        many.onefold().bootstrapServers(),
        "--topic-prefix",
        many.onefold().topics().prefix(),
        "--config",
        folder.resolve("frozen.properties").toString(),
        "--destinations",
        folder.resolve("frozen.yaml").toString(),
        "--data",
        folder.resolve("worker-freezable").toString());
  }

  /** After the last grant, whatever the ledger does about the operation is to ask. */
  private static void assertTakeoverReadsFirst(CaseRun run) {
    List<String> steps =
        run.journal().stream().map(event -> event.at("/step/type").asText()).toList();
    List<String> afterGrant = steps.subList(steps.lastIndexOf("GrantClaim") + 1, steps.size());
    assertEquals(
        "Ask", afterGrant.stream().filter(step -> !step.equals("Stay")).findFirst().orElse(""));
    // Every further attempt would have been offered and granted.
    int attempts = run.now().path("attempts").size();
    assertEquals(attempts, steps.stream().filter("GrantClaim"::equals).count(), steps.toString());
    assertEquals(attempts, steps.stream().filter("Offer"::equals).count(), steps.toString());
  }
}
