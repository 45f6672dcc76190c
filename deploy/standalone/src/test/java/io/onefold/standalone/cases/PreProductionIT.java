package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.simulated.ReadFault;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.Showing;
import io.onefold.connector.simulated.SimulatedProviderServer;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.connector.worker.Worker;
import io.onefold.connector.worker.WorkerSettings;
import io.onefold.destination.DestinationsFile;
import io.onefold.schema.Topics;
import io.onefold.standalone.Connectors;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * What must have been seen before a rollout, one scenario a test. Each ends as it must, and then
 * everything that was ever said about its operation is said again: no second effect may come of it.
 *
 * <p>Broker and ledger, two workers that share a pool, and one in a process of its own that is
 * killed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("instances")
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class PreProductionIT {
  private static final Duration SETTLE = Duration.ofSeconds(4);
  private static final String FRAIL = "frail";
  private static final Script LOST_ANSWER =
      Script.of(WriteStep.commit(new Reply.Silence()), WriteStep.ACCEPT);

  private final StandIns standIns = StandIns.start(Map.of());
  private final List<Worker> workers = new ArrayList<>();
  private final HeldProbe probe = new HeldProbe();
  private final HeldProbe frailProbe = new HeldProbe();
  private SplitOnefold onefold;
  private SimulatedProviderServer destination;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    String yaml =
        standIns
            .fill(CaseStage.resource("/cases/pre-production.yaml"))
            .replace("PROBE-1", probe.url())
            .replace("PROBE-2", frailProbe.url());
    destination = standIns.get("pre");
    onefold = SplitOnefold.start(folder, yaml, FRAIL);
    for (String id : List.of("first", "second")) {
      workers.add(
          Worker.start(
              WorkerSettings.standard(
                  onefold.bootstrapServers(),
                  Map.of(),
                  RunningOnefold.topics(),
                  Topics.DEFAULT_POOL,
                  id,
                  folder.resolve(id),
                  DestinationsFile.parse("destinations", yaml),
                  Connectors.all())));
    }
    // The first operation of a process takes seconds of its lease.
    operation("plain", "warm-up").submit().verified();
    operation(FRAIL, "frail-warm-up").submit().verified();
  }

  @AfterAll
  void stop() throws Exception {
    try {
      new CaseJudge().judge(onefold.bootstrapServers(), standIns);
      // The race puts offers where the ledger puts none, which must be seen.
      AuditRun.findsOnly(
          onefold.bootstrapServers(),
          "WRONG_PARTITION",
          RunningOnefold.topics().commands(Topics.DEFAULT_POOL));
    } finally {
      workers.forEach(Worker::close);
      onefold.close();
      frailProbe.close();
      probe.close();
      standIns.close();
    }
  }

  private CaseRun operation(String contract, String id) {
    return new CaseRun(onefold.client(), destination, contract, id);
  }

  /** Nothing that is said again has an effect, and nothing comes later by itself. */
  private void noSecondEffect(CaseRun run, String pool, int effects, int writes) throws Exception {
    run.counted(effects, writes);
    new Redelivery(onefold.bootstrapServers(), pool).changesNothing(run);
    run.staysUntil(Instant.now().plus(SETTLE), effects, writes);
  }

  private void noSecondEffect(CaseRun run, int effects, int writes) throws Exception {
    noSecondEffect(run, Topics.DEFAULT_POOL, effects, writes);
  }

  @Test
  void shouldActOnceWhenTheTriggerFiresTwice() throws Exception {
    // given
    CaseRun run = operation("plain", "pre-duplicate-trigger").script(Script.ACCEPTING);
    JsonNode intent = run.intent();

    // when
    List<String> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8);
        TopicWriter writer = new TopicWriter(onefold.bootstrapServers())) {
      CyclicBarrier together = new CyclicBarrier(8);
      List<Future<String>> callers =
          IntStream.range(0, 8)
              .mapToObj(
                  caller ->
                      threads.submit(
                          () -> {
                            together.await(60, TimeUnit.SECONDS);
                            return run.submit(intent).path("disposition").asText();
                          }))
              .toList();
      writer.intent(intent).get(60, TimeUnit.SECONDS);
      for (Future<String> caller : callers) {
        answers.add(caller.get(60, TimeUnit.SECONDS));
      }
    }

    // then
    run.verified();
    // The copy on the topic may have been the first.
    assertTrue(Collections.frequency(answers, "accepted") <= 1, answers.toString());
    assertTrue(Collections.frequency(answers, "duplicate") >= 7, answers.toString());
    noSecondEffect(run, 1, 1);
    String receipts = RunningOnefold.topics().receipts();
    assertEquals(1, TopicReader.of(onefold.bootstrapServers(), receipts, run.id()).size());
  }

  @Test
  void shouldActOnceWhenTwoWorkersRaceForTheSameAttempt() throws Exception {
    // given
    List<CaseRun> runs = new ArrayList<>();
    try (CommandRace race = CommandRace.start(onefold.bootstrapServers())) {

      // when: ten, and more until a race was really run; a worker that is slow to get its share of
      // the partitions takes part only then
      do {
        CaseRun run = operation("race", "pre-race-" + runs.size()).script(Script.ACCEPTING);
        runs.add(run.submit());

        // then
        run.verified();
        run.counted(1, 1);
      } while (runs.size() < 10 || (runs.size() < 200 && !race.isRun()));
      assertTrue(race.isRun(), "both workers must have claimed the same attempt at least once");
    }
    noSecondEffect(runs.getFirst(), 1, 1);
    noSecondEffect(runs.getLast(), 1, 1);
    runs.forEach(run -> run.counted(1, 1));
  }

  @Test
  void shouldNotSendOnAnExpiredLease() throws Exception {
    // given
    CaseRun run = operation("held", "pre-expired-lease").script(Script.ACCEPTING);

    // when
    run.submit();
    probe.awaitAsked();
    run.when(operation -> operation.path("state").asText().equals("COMMIT_UNKNOWN"));
    assertEquals(List.of(), run.writes());
    probe.letGo();

    // then
    run.verified();
    JsonNode first = run.now().at("/attempts/0");
    assertEquals("NOT_SENT", first.path("result").asText(), first.toString());
    assertEquals("LEASE_TOO_SHORT", first.path("detail").asText(), first.toString());
    assertTrue(run.now().path("token").asInt() > 1, run.now().toPrettyString());
    noSecondEffect(run, 1, 1);
  }

  @Test
  @ResourceLock(FRAIL)
  void shouldActOnceWhenInterruptedImmediatelyBeforeTheCall() throws Exception {
    // given
    CaseRun run = operation("frail-held", "pre-before-the-call").script(Script.ACCEPTING);

    // when
    run.submit();
    frailProbe.awaitAsked();
    assertEquals(List.of(), run.writes());
    killAndStartWorker();
    frailProbe.letGo();

    // then
    assertEquals(run.verifiedItem(), run.effects().getFirst().id());
    assertTrue(run.readbackResults().contains("NOT_FOUND"), run.now().toPrettyString());
    noSecondEffect(run, FRAIL, 1, 1);
  }

  @Test
  @ResourceLock(FRAIL)
  void shouldActOnceWhenInterruptedImmediatelyAfterTheCall() throws Exception {
    // given
    Reply late = Reply.status(500).after(Duration.ofMinutes(1));
    CaseRun run =
        operation(FRAIL, "pre-after-the-call")
            .script(Script.of(WriteStep.ACCEPT, WriteStep.ACCEPT).reading(new ReadFault(1, late)));

    // when
    run.submit();
    // It has the answer and asks for the item before it reports both.
    await(run.id())
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> destination.provider().reads(run.id()) == 1);
    killAndStartWorker();

    // then
    assertEquals(run.verifiedItem(), run.effects().getFirst().id());
    noSecondEffect(run, FRAIL, 1, 1);
  }

  private void killAndStartWorker() throws Exception {
    onefold.killWorker();
    onefold.startWorker();
  }

  @Test
  void shouldActOnceWhenTheCallTimesOutAfterItsCommit() throws Exception {
    // given
    Reply late = Reply.status(201).after(Duration.ofSeconds(10));
    CaseRun run =
        operation("slow", "pre-timeout")
            .script(Script.of(WriteStep.commit(Duration.ofMillis(300), late), WriteStep.ACCEPT));

    // when
    run.submit();

    // then
    assertEquals(run.verifiedItem(), run.effects().getFirst().id());
    assertEquals(List.of("UNKNOWN TIMEOUT"), run.endings());
    noSecondEffect(run, 1, 1);
  }

  @Test
  void shouldAskAPersonWhenCredentialsAreInvalid() throws Exception {
    // given
    CaseRun run =
        operation("credentials", "pre-credentials")
            .script(Script.of(WriteStep.refuse(Reply.status(401)), WriteStep.ACCEPT));

    // when
    run.submit().unresolved("AUTHORIZATION", "PROVIDER_AUTHORIZATION");

    // then
    assertEquals(List.of("REFUSED AUTHORIZATION"), run.endings());
    assertEquals("AUTHORIZATION", run.openEscalation().path("reason").asText());
    // Also now that they would be taken.
    noSecondEffect(run, 0, 1);
    assertEquals("UNRESOLVED", run.now().path("state").asText());
  }

  @Test
  void shouldRejectWhenTheDestinationRefusesThePayload() throws Exception {
    // given
    Reply no = Reply.status(422).body("{\"error\":\"title is too long\"}");
    CaseRun run =
        operation("plain", "pre-rejected-payload")
            .script(Script.of(WriteStep.refuse(no), WriteStep.ACCEPT));

    // when
    JsonNode operation = run.submit().rejected("REJECTED_BY_DESTINATION", "WRITE_REQUEST");

    // then
    assertTrue(operation.path("message").asText().contains("title is too long"));
    assertEquals("REJECTED", operation.at("/receipt/outcome").asText());
    noSecondEffect(run, 0, 1);
  }

  @Test
  void shouldActOnceWhenTheReadbackShowsTheItemLate() throws Exception {
    // given
    CaseRun run =
        operation("slow", "pre-delayed-readback")
            .script(
                LOST_ANSWER
                    .reading(ReadFault.nothingYet(1))
                    .showing(Showing.lagging(Duration.ofMillis(4500))));

    // when
    run.submit();

    // then
    assertEquals(run.verifiedItem(), run.effects().getFirst().id());
    assertTrue(run.readbackResults().contains("NOT_FOUND"), run.now().toPrettyString());
    assertTrue(run.readbackResults().contains("FOUND"), run.now().toPrettyString());
    noSecondEffect(run, 1, 1);
  }
}
