package io.onefold.standalone.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.guarantee.Assumption;
import io.onefold.guarantee.Excused;
import io.onefold.guarantee.Judge;
import io.onefold.guarantee.RunTopics;
import io.onefold.guarantee.Seen;
import io.onefold.guarantee.Violation;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Judges what a run has left in its topics and at its scripted destinations by the whole promise.
 * Nothing is left out unless the case says so, with the reason. Thread-safe.
 */
final class CaseJudge {
  /** What was in flight when the case ended has arrived by then. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Rules that an operation on its way can seem to break. */
  private static final Set<String> OF_THE_MOMENT =
      Set.of(
          "open-without-escalation",
          "evidence-without-record",
          "grant-without-claim",
          "offer-not-in-journal",
          "readback-not-in-journal");

  private final Topics topics;
  private final Queue<Seen.Broken> broken = new ConcurrentLinkedQueue<>();
  private final Set<String> strangers = ConcurrentHashMap.newKeySet();
  private final Set<String> running = ConcurrentHashMap.newKeySet();

  /** Judges what stands in the topics of the usual names. */
  CaseJudge() {
    this(RunningOnefold.topics());
  }

  /** Judges what stands in these topics. */
  CaseJudge(Topics topics) {
    this.topics = topics;
  }

  /** The destination of this operation lies: what the promise rests on is not true there. */
  CaseJudge breaks(String operation, Assumption assumption) {
    broken.add(new Seen.Broken(Instant.now(), operation, assumption));
    return this;
  }

  /** Somebody else writes under this reference, past Onefold. */
  CaseJudge stranger(String reference) {
    strangers.add(reference);
    return this;
  }

  /** The case leaves this operation running: it need not have come to an end. */
  CaseJudge leavesRunning(String operation) {
    running.add(operation);
    return this;
  }

  /** Judges everything that was done. */
  void judge(String bootstrapServers, StandIns standIns) {
    judge(bootstrapServers, standIns, operation -> true);
  }

  /**
   * Judges these operations.
   *
   * @throws AssertionError naming each violation of the promise
   */
  void judge(String bootstrapServers, StandIns standIns, Predicate<String> operations) {
    await("nothing breaks the promise")
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofSeconds(4))
        .untilAsserted(
            () -> assertEquals(List.of(), violations(bootstrapServers, standIns, operations)));
  }

  private List<Violation> violations(
      String bootstrapServers, StandIns standIns, Predicate<String> operations) {
    Judge judge = Judge.ofThePromise();
    Map<String, String> approved = new HashMap<>();
    Consumer<Seen> observer =
        seen -> {
          if (operations.test(seen.operationId()) && !strangers.contains(seen.operationId())) {
            note(seen, approved);
            judge.see(seen);
          }
        };
    broken.forEach(observer);
    new RunTopics(Map.of("bootstrap.servers", bootstrapServers), topics, SchemaIds.from(Map.of()))
        .readTo(observer, record -> record.headers().lastHeader(TopicWriter.FORGED) == null);
    standIns.readTo(approved, observer);
    judge.conclude();
    for (Excused excused : judge.excused()) {
      System.out.println("excused: " + excused);
    }
    return judge.violations().stream()
        .filter(violation -> operations.test(violation.operationId()))
        .filter(violation -> !isRunning(violation))
        .toList();
  }

  /** The payload that was approved is the newest one until an attempt is offered. */
  private static void note(Seen seen, Map<String, String> approved) {
    if (seen instanceof Seen.Journalled journalled
        && journalled.event().getInput() instanceof IntentSubmitted submitted) {
      switch (journalled.event().getConclusion().getKind()) {
        case "OFFER", "ESCALATE" -> approved.put(seen.operationId(), submitted.getPayloadHash());
        default -> {}
      }
    }
  }

  /** What moves on while its topics are read one after the other shows effects before causes. */
  private boolean isRunning(Violation violation) {
    return running.contains(violation.operationId()) && OF_THE_MOMENT.contains(violation.rule());
  }
}
