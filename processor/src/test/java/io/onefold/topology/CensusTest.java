package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.codec.StoredOperation;
import io.onefold.operation.Reason;
import io.onefold.operation.StateName;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The numbers of what is held agree with the store, whoever counts them and when. */
class CensusTest {
  private final LedgerDriver ledger = LedgerDriver.start();

  @AfterEach
  void close() {
    ledger.close();
  }

  private void oneOfEach() {
    ledger.pipe(Sent.intent("a-ready"));
    ledger.pipe(Sent.intent("b-claimed"));
    ledger.pipe(Sent.claim("b-claimed", 1, "c-b"));
    ledger.pipe(Sent.intent("c-unknown"));
    ledger.pipe(Sent.claim("c-unknown", 1, "c-c"));
    ledger.pipe(Sent.report("c-unknown", 1, "c-c", "UNKNOWN"));
    ledger.pipe(Sent.intent("d-unapproved", "blog", "{}", i -> i.setApproval(null)));
    ledger.pipe(Sent.intent("e-verified"));
    ledger.pipe(Sent.claim("e-verified", 1, "c-e"));
    ledger.pipe(Sent.accepted("e-verified", 1, "c-e", "p-e", "MATCH"));
  }

  private static Map<StateName, Long> counted(LedgerDriver ledger) {
    Map<StateName, Long> counted = new EnumMap<>(StateName.class);
    for (StateName state : StateName.values()) {
      if (ledger.census().operations(state) != 0) {
        counted.put(state, ledger.census().operations(state));
      }
    }
    return counted;
  }

  private static Map<StateName, Long> stored(LedgerDriver ledger) {
    Map<StateName, Long> stored = new EnumMap<>(StateName.class);
    for (StoredOperation operation : ledger.allStored()) {
      stored.merge(StateName.of(operation.state()), 1L, Long::sum);
    }
    return stored;
  }

  @Test
  void shouldCountStatesQuestionsAndWaitingWhenOperationsMove() {
    // when
    oneOfEach();

    // then
    assertEquals(
        Map.of(
            StateName.READY, 1L,
            StateName.CLAIMED, 1L,
            StateName.COMMIT_UNKNOWN, 1L,
            StateName.UNRESOLVED, 1L,
            StateName.VERIFIED, 1L),
        counted(ledger));
    assertEquals(Map.of(Reason.MISSING_APPROVAL.name(), 1L), ledger.census().escalations());
    assertEquals(Map.of("blog", 1L), ledger.census().waiting());
    assertTrue(ledger.census().oldestUnknown().isPresent());
    assertEquals(0, ledger.census().uncounted());
  }

  @Test
  void shouldForgetTheOldestUnknownWhenItIsVerified() {
    // given
    oneOfEach();
    Instant before = ledger.census().oldestUnknown().orElseThrow();

    // when
    ledger.pipe(Sent.readback("c-unknown", 1, 1, "MATCH"));

    // then
    assertFalse(before.isAfter(ledger.now()));
    assertTrue(ledger.census().oldestUnknown().isEmpty());
  }

  @Test
  void shouldCountWhatIsStoredWhenAnotherMachineTakesOver() {
    // given
    oneOfEach();
    try (LedgerDriver other = ledger.takenOverAt(ledger.now())) {
      long before = other.census().uncounted();

      // when
      other.tick();

      // then
      assertEquals(1, before);
      assertEquals(0, other.census().uncounted());
      assertEquals(stored(ledger), counted(other));
      assertEquals(ledger.census().escalations(), other.census().escalations());
      assertEquals(ledger.census().oldestUnknown(), other.census().oldestUnknown());
    }
  }

  @Test
  void shouldCountNothingTwiceWhenOperationsMoveDuringThePass() {
    // given a store of which a pass has seen only a part
    oneOfEach();
    List<StoredOperation> all = ledger.allStored();
    PartitionCensus census = new PartitionCensus(0, 1);
    StoredOperation passed = all.get(0);
    StoredOperation ahead = all.get(all.size() - 1);
    census.goOn(new Pages(all, 1));

    // when one before its place and one behind it moves, and it goes on
    census.moved(passed.state(), ahead.state());
    long verifiedEarly = census.operations(StateName.VERIFIED);
    census.goOn((after, atMost) -> List.of());

    // then
    assertEquals(1, verifiedEarly);
    assertEquals(0, census.operations(StateName.READY));
    assertTrue(census.isWhole());
  }

  /** Shows the first operations alone, as if the time for a look was over then. */
  private static final class Pages implements PartitionCensus.Source {
    private final List<StoredOperation> all;
    private final int shown;

    Pages(List<StoredOperation> all, int shown) {
      this.all = all;
      this.shown = shown;
    }

    @Override
    public List<StoredOperation> operationsAfter(String operationId, int atMost) {
      return all.stream()
          .filter(o -> o.state().operationId().compareTo(operationId) > 0)
          .limit(shown)
          .toList();
    }
  }

  @Test
  void shouldTellSuspendedDestinationsWhenTheirCredentialsAreRefused() {
    // given
    ledger.pipe(Sent.intent("op-1"));
    ledger.pipe(Sent.claim("op-1", 1, "c-1"));

    // when
    ledger.pipe(
        Sent.report("op-1", 1, "c-1", "REFUSED", report -> report.setDetail("AUTHORIZATION")));
    ledger
        .rawDestinations()
        .forEach(v -> ledger.pipe(LedgerDriver.TOPICS.destinations(), Sent.key("blog"), v));
    ledger.tick();

    // then
    assertEquals(Set.of("blog"), Set.copyOf(ledger.census().suspended()));
    assertEquals(Map.of("AUTHORIZATION", 2L), ledger.census().escalations());
  }

  @Test
  void shouldMeasureHowLateTimersAreWhenNobodyLooked() {
    // given a lease that ended long before anybody looked
    ledger.pipe(Sent.intent("op-1"));
    ledger.pipe(Sent.claim("op-1", 1, "c-1"));

    // when
    ledger.advance(Duration.ofSeconds(60).plusSeconds(40));
    Duration late = ledger.census().timerLag();
    ledger.tick();

    // then
    assertTrue(late.compareTo(Duration.ofSeconds(40)) >= 0, late.toString());
    assertTrue(late.compareTo(Duration.ofSeconds(100)) <= 0, late.toString());
  }

  @Test
  void shouldCountByDestinationAndReasonWhenWorkersReport() {
    // when
    oneOfEach();
    ledger.pipe(Sent.claim("e-verified", 1, "c-late"));
    ledger.pipe(Sent.claim("a-ready", 7, "c-other"));
    ledger.pipe(Sent.intent("a-ready"));
    ledger.pipe(Sent.intent("a-ready", "blog", "{\"title\":\"Other\"}", i -> {}));

    // then
    Map<String, Long> counts = ledger.counts();
    assertEquals(3, counts.get("grants"));
    assertEquals(1, counts.get("claims.refused.NOT_READY"));
    assertEquals(1, counts.get("claims.refused.OTHER_TOKEN"));
    assertEquals(1, counts.get("sends.UNKNOWN.blog"));
    assertEquals(1, counts.get("sends.ACCEPTED.blog"));
    assertEquals(1, counts.get("readbacks.FOUND.blog"));
    assertEquals(4, counts.get("intents.ADMITTED"));
    assertEquals(1, counts.get("intents.ESCALATED"));
    assertEquals(1, counts.get("intents.DUPLICATE"));
    assertEquals(1, counts.get("intents.CONFLICT"));
  }
}
