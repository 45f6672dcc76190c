package io.onefold.lab;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.connector.simulated.ReadFault;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.WriteRequest;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.lab.WatchedOnefold.Watched;
import io.onefold.standalone.RunningLedger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every alert is provoked on a running installation, and none fires while nothing is wrong. */
@Tag("lab")
class AlertsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  /** The longest that any alert looks back or waits: half an hour, in this Prometheus. */
  private static final int LOOKS_BACK_SECONDS = 30 * 60 / LabPrometheus.FASTER;

  private static final Map<String, Object> STATIC = Map.of("group.instance.id", "twin");

  private final Set<String> fired = new TreeSet<>();

  @Test
  void shouldFireEachAlertWhenItIsProvokedAndNoneBefore() throws Exception {
    try (WatchedOnefold onefold = new WatchedOnefold()) {
      RunningLedger ledger = onefold.startLedger("stores-1");
      Watched main = onefold.worker("default", "main", Map.of());
      Watched unserved = onefold.worker("unserved", "unserved", Map.of());
      Watched twin = onefold.worker("twins", "twin-1", STATIC);
      ledger.awaitReady();
      List<String> targets = List.of(main.target(), unserved.target(), twin.target());
      LabPrometheus prometheus = LabPrometheus.start(onefold.ledgerTarget(), targets);
      try {
        staysCalmWhileNothingIsWrong(onefold, prometheus);
        makeTrouble(onefold, unserved);
        awaitFired(
            prometheus,
            "OnefoldBacklog",
            "OnefoldClaimsRefused",
            "OnefoldDestinationSuspended",
            "OnefoldDuplicateEffects",
            "OnefoldDuplicatesSurge",
            "OnefoldEscalationOpen",
            "OnefoldIntentConflicts",
            "OnefoldLedgerDeadLetters",
            "OnefoldOffersHeldBack",
            "OnefoldOutcomeUnknown",
            "OnefoldPoolWithoutWorker",
            "OnefoldReadbacksInconclusive",
            "OnefoldSendsUnknown",
            "OnefoldTargetDown",
            "OnefoldWorkerDeadLetters",
            "OnefoldWorkerLoopFailures");
        everyPanelShowsSomething(prometheus);
        loseTheLedger(onefold, prometheus);
        holdUpTheTimers(onefold, prometheus);
      } finally {
        prometheus.stop();
      }
    }
    assertEquals(LabPrometheus.alerts(), fired);
  }

  private void staysCalmWhileNothingIsWrong(WatchedOnefold onefold, LabPrometheus prometheus)
      throws Exception {
    onefold.submit("fine", 20);
    onefold.awaitEffects("fine", 20);
    String window = LOOKS_BACK_SECONDS + "s";
    await("a long enough time without trouble")
        .atMost(PATIENCE)
        .until(
            () ->
                prometheus.value("count_over_time(max(onefold_ledger_running)[" + window + ":1s])")
                    >= LOOKS_BACK_SECONDS - 1);
    assertEquals(4, prometheus.value("sum(up)"));
    assertEquals(20, prometheus.value("sum(onefold_ledger_operations{state=\"VERIFIED\"})"));
    assertEquals(20, prometheus.value("sum(onefold_worker_sends_total{result=\"ACCEPTED\"})"));
    // Not the first seconds: until the first scrape is in, there is no ledger.
    assertEquals(
        List.of(),
        prometheus.labels(
            "max_over_time(ALERTS{alertstate=\"firing\"}[" + (LOOKS_BACK_SECONDS - 10) + "s])",
            "alertname"),
        "fires although nothing is wrong");
  }

  private static void makeTrouble(WatchedOnefold onefold, Watched unserved) throws Exception {
    Reply away = Reply.status(503);
    onefold
        .provider("dark")
        .scriptOthers(
            Script.of(WriteStep.refuse(Reply.status(500))).reading(ReadFault.always(away)));
    onefold.provider("locked").scriptOthers(Script.of(WriteStep.refuse(Reply.status(401))));
    onefold
        .provider("busy")
        .scriptOthers(Script.of(WriteStep.refuse(Reply.status(429).header("Retry-After", "3600"))));
    // Somebody else has written the same thing already.
    onefold.provider("twice").write(foreignWrite("twice|0"));

    onefold.submit("dark", 20);
    onefold.submit("locked", 2);
    onefold.submit("busy", 80);
    onefold.submit("twice", 1);
    unserved.close();
    onefold.submit("unserved", 1100);
    onefold.submitOther("fine|0", "fine");
    onefold.garbage(WatchedOnefold.TOPICS.intents());
    onefold.garbage(WatchedOnefold.TOPICS.commands("default"));
    onefold.worker("twins", "twin-2", STATIC);
    onefold.replay(WatchedOnefold.TOPICS.intents(), 3);
    onefold.replay(WatchedOnefold.TOPICS.providerEvents(), 5);
  }

  private static WriteRequest foreignWrite(String operation) {
    byte[] body = "{\"title\":\"text\"}".getBytes(StandardCharsets.UTF_8);
    return new WriteRequest(operation, "/items", Optional.empty(), body);
  }

  private void loseTheLedger(WatchedOnefold onefold, LabPrometheus prometheus) throws Exception {
    onefold.stopLedger();
    awaitFired(prometheus, "OnefoldNoLedger");
    // Its stores are gone as well, and the broker is slow.
    onefold.limit("consumer_byte_rate", Optional.of(2000.0));
    RunningLedger ledger = onefold.startLedger("stores-2");
    await("ledger not serving")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(300))
        .until(
            () -> {
              onefold.status("/v1/operations/fine%7C0");
              return noted(prometheus)
                  .containsAll(
                      Set.of("OnefoldLedgerNotServing", "OnefoldRestoreSlow", "OnefoldRestErrors"));
            });
    onefold.limit("consumer_byte_rate", Optional.empty());
    ledger.awaitReady();
  }

  private void holdUpTheTimers(WatchedOnefold onefold, LabPrometheus prometheus) throws Exception {
    onefold.limit("producer_byte_rate", Optional.of(10.0));
    awaitFired(prometheus, "OnefoldTimersLate");
    onefold.limit("producer_byte_rate", Optional.empty());
  }

  /** Each expression of the dashboard is understood, and names only metrics that are there. */
  private static void everyPanelShowsSomething(LabPrometheus prometheus) throws Exception {
    List<String> empty = new ArrayList<>();
    for (String expression : LabPrometheus.dashboard()) {
      if (!prometheus.any(expression)) {
        empty.add(expression);
      }
    }
    assertEquals(List.of(), empty, "expressions without a result");
  }

  private void awaitFired(LabPrometheus prometheus, String... names) {
    Set<String> wanted = Set.of(names);
    await("alerts")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .conditionEvaluationListener(
            condition -> {
              if (condition.getRemainingTimeInMS() < 1000) {
                Set<String> missing = new TreeSet<>(wanted);
                missing.removeAll(fired);
                System.err.println("not fired: " + missing);
              }
            })
        .until(() -> noted(prometheus).containsAll(wanted));
  }

  private Set<String> noted(LabPrometheus prometheus) throws Exception {
    fired.addAll(prometheus.firing());
    return fired;
  }
}
