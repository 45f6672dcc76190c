package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.standalone.cases.Installation.RunningInstance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** K21: two intakes are asked for the same at the same moment, and three workers want it. */
@ExtendWith(ManyInstances.Shared.class)
@Tag("instances")
@Execution(ExecutionMode.CONCURRENT)
class Case21IT {
  private static final int OPERATIONS = 50;
  private static final Duration TOGETHER = Duration.ofMillis(5);

  private final ManyInstances many;

  Case21IT(ManyInstances many) {
    this.many = many;
  }

  /** One submission of a pair: when it left, and its answer. */
  private record Submission(long atNanos, JsonNode answer) {}

  @Test
  void k21ShouldActOnceWhenTwoIntakesAreAskedAtTheSameMoment() throws Exception {
    // given
    List<CaseRun> runs = new ArrayList<>();

    // when: until there are that many pairs which really left together
    int together = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      while (together < OPERATIONS && runs.size() < 10 * OPERATIONS) {
        runs.add(at(many.first(), "K21-" + runs.size()));
        List<Submission> pair = submitTwice(threads, runs.getLast());
        assertAdmittedOnce(pair);
        long apart = Math.abs(pair.getFirst().atNanos() - pair.getLast().atNanos());
        together += apart <= TOGETHER.toNanos() ? 1 : 0;
      }
    }
    assertEquals(OPERATIONS, together, "pairs within 5 ms");

    // then
    Set<String> workers = new TreeSet<>();
    List<JsonNode> receipts = new ArrayList<>();
    for (CaseRun run : runs) {
      JsonNode receipt = run.verified();
      receipts.add(receipt);
      run.counted(1, 1);
      assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
      assertEquals(List.of("ACCEPTED NONE"), run.endings());
      workers.add(run.now().at("/attempts/0/worker").asText());
      assertEquals(1, admissions(run), run.journal().toString());
    }
    assertTrue(workers.size() > 1, "all work went to " + workers);

    // and when
    for (CaseRun run : runs) {
      JsonNode answer = at(many.second(), run.id()).submit(run.intent());
      assertEquals(
          List.of("duplicate", "VERIFIED"),
          List.of(answer.path("disposition").asText(), answer.path("state").asText()));
    }

    // then
    runs.getLast().staysUntil(Instant.now().plusSeconds(2), 1, 1);
    for (int i = 0; i < runs.size(); i++) {
      runs.get(i).counted(1, 1);
      assertEquals(receipts.get(i), at(many.second(), runs.get(i).id()).now().path("receipt"));
    }
  }

  private CaseRun at(RunningInstance intake, String id) {
    return many.onefold().operation(intake, "plain", id);
  }

  private List<Submission> submitTwice(ExecutorService threads, CaseRun run) throws Exception {
    ObjectNode intent = run.intent();
    CyclicBarrier start = new CyclicBarrier(2);
    List<Future<Submission>> both = new ArrayList<>();
    for (RunningInstance intake : List.of(many.first(), many.second())) {
      CaseRun there = at(intake, run.id());
      both.add(
          threads.submit(
              () -> {
                start.await(60, TimeUnit.SECONDS);
                long at = System.nanoTime();
                return new Submission(at, there.submit(intent));
              }));
    }
    return List.of(
        both.getFirst().get(60, TimeUnit.SECONDS), both.getLast().get(60, TimeUnit.SECONDS));
  }

  private static void assertAdmittedOnce(List<Submission> pair) {
    Set<String> dispositions = new TreeSet<>();
    for (Submission one : pair) {
      String disposition = one.answer().path("disposition").asText();
      assertEquals(!disposition.equals("recorded"), one.answer().path("state").isTextual());
      dispositions.add(disposition);
    }
    // A busy machine may answer before the ledger has decided; what it decided is in the journal.
    if (!dispositions.contains("recorded")) {
      assertEquals(Set.of("accepted", "duplicate"), dispositions, pair.toString());
    }
  }

  private static long admissions(CaseRun run) {
    return run.journal().stream()
        .filter(event -> event.at("/step/why").asText().equals("ADMITTED"))
        .count();
  }
}
