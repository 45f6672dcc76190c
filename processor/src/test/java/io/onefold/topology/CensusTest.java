package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.codec.StoredOperation;
import io.onefold.operation.Reason;
import io.onefold.operation.StateName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.KeyValue;
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
    // given a pass that has come to the middle of the store
    List<StoredOperation> all = new ArrayList<>();
    oneOfEach();
    for (int i = 0; i < PartitionCensus.PAGE; i++) {
      ledger.pipe(Sent.intent("b-%03d".formatted(i)));
    }
    all.addAll(ledger.allStored());
    PartitionCensus census = new PartitionCensus(0, 1);
    census.goOn(new UntilPageEnds(all));
    boolean wholeEarly = census.isWhole();
    StoredOperation passed = all.get(0);
    StoredOperation ahead = ledger.stored("e-verified");

    // when an operation before its place has moved, and one behind it, and it goes on
    ledger.pipe(Sent.claim("a-ready", 1, "c-a"));
    ledger.pipe(Sent.readback("e-verified", 1, 1, "MATCH"));
    census.moved(passed.state(), ledger.stored("a-ready").state());
    census.moved(ahead.state(), ledger.stored("e-verified").state());
    List<StoredOperation> now = ledger.allStored();
    census.goOn((after, atMost) -> page(now, after, atMost));

    // then
    assertFalse(wholeEarly);
    assertTrue(census.isWhole());
    assertEquals(2, census.operations(StateName.CLAIMED));
    assertEquals(PartitionCensus.PAGE, census.operations(StateName.READY));
    assertEquals(1, census.operations(StateName.VERIFIED));
  }

  private static List<KeyValue<String, StoredOperation>> page(
      List<StoredOperation> all, String after, int atMost) {
    return all.stream()
        .filter(o -> o.state().operationId().compareTo(after) > 0)
        .limit(atMost)
        .map(o -> new KeyValue<>(o.state().operationId(), o))
        .toList();
  }

  /** Shows one page, and takes so long for it that the share of the tick is over. */
  private record UntilPageEnds(List<StoredOperation> all) implements PartitionCensus.Source {
    @Override
    public List<KeyValue<String, StoredOperation>> operationsAfter(String id, int atMost) {
      long end = System.nanoTime() + PartitionCensus.SHARE.toNanos();
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      return page(all, id, atMost);
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
