package io.onefold.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.operation.StateName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the meters say of a ledger in memory. */
class LedgerMetricsTest {
  private RestFixture rest;

  @BeforeEach
  void start() {
    rest = new RestFixture();
  }

  @AfterEach
  void stop() {
    rest.close();
  }

  private List<String> shown() {
    return rest.get("/prometheus")
        .body()
        .lines()
        .filter(line -> line.startsWith("onefold_ledger_"))
        .toList();
  }

  @Test
  void shouldStandWithZerosWhenNothingHasHappened() {
    // when
    List<String> shown = shown();

    // then
    for (String expected :
        List.of(
            "onefold_ledger_operations{state=\"COMMIT_UNKNOWN\"} 0.0",
            "onefold_ledger_escalations_open{reason=\"BY_HAND\"} 0.0",
            "onefold_ledger_escalations_open{reason=\"DUPLICATE_EFFECTS\"} 0.0",
            "onefold_ledger_destinations_suspended{destination=\"blog\"} 0.0",
            "onefold_ledger_destinations_suspended{destination=\"other\"} 0.0",
            "onefold_ledger_oldest_unknown_seconds 0.0",
            "onefold_ledger_timer_lag_seconds 0.0",
            "onefold_ledger_store_bytes{store=\"operations\"} 0.0",
            "onefold_ledger_restore_remaining_records 0.0",
            "onefold_ledger_grants_total 0.0",
            "onefold_ledger_dead_letters_total 0.0",
            "onefold_ledger_claims_refused_total{why=\"NOT_READY\"} 0.0",
            "onefold_ledger_readbacks_total{destination=\"blog\",result=\"INCONCLUSIVE\"} 0.0",
            "onefold_ledger_intents_total{outcome=\"CONFLICT\"} 0.0")) {
      assertTrue(shown.contains(expected), () -> expected + " is not among " + shown);
    }
  }

  @Test
  void shouldShowWhatIsHeldAndCountOneSuspensionOfADestinationThatNoContractNames() {
    // given
    rest.status.hold(
        new LedgerHoldings(
            2,
            1,
            Map.of(StateName.COMMIT_UNKNOWN, 3L),
            Map.of("blog", 4L, "gone", 5L),
            Map.of("AUTHORIZATION", 2L),
            Set.of("blog", "gone"),
            Duration.ofMillis(1500),
            Duration.ofSeconds(7),
            Map.of("timers", 4096L),
            99));

    // when
    List<String> shown = shown();

    // then
    assertEquals(
        List.of(),
        List.of(
                "onefold_ledger_partitions 2.0",
                "onefold_ledger_uncounted_partitions 1.0",
                "onefold_ledger_operations{state=\"COMMIT_UNKNOWN\"} 3.0",
                "onefold_ledger_waiting{destination=\"blog\"} 4.0",
                "onefold_ledger_waiting{destination=\"other\"} 5.0",
                "onefold_ledger_escalations_open{reason=\"AUTHORIZATION\"} 2.0",
                "onefold_ledger_destinations_suspended{destination=\"blog\"} 1.0",
                "onefold_ledger_destinations_suspended{destination=\"other\"} 1.0",
                "onefold_ledger_oldest_unknown_seconds 1.5",
                "onefold_ledger_timer_lag_seconds 7.0",
                "onefold_ledger_store_bytes{store=\"timers\"} 4096.0",
                "onefold_ledger_restore_remaining_records 99.0",
                "onefold_ledger_sends_total{destination=\"blog\",result=\"UNKNOWN\"} 3.0")
            .stream()
            .filter(expected -> !shown.contains(expected))
            .toList(),
        () -> shown.toString());
  }
}
