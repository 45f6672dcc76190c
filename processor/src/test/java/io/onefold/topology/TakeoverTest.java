package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.Timers.Kind;
import io.onefold.schema.IntervalsRestarted;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Readback;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A deadline of another clock is not trusted: running leases and settle times start again. */
class TakeoverTest {
  private static final String ID = "op-1";
  private static final Duration LEASE = Duration.ofSeconds(60);
  private static final Duration SETTLE = Duration.ofSeconds(90);

  private final LedgerDriver ledger = LedgerDriver.start();

  @AfterEach
  void close() {
    ledger.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT10M", "-PT10M", "PT-8760H", "PT8760H"})
  void shouldCountLeaseInFullAgainWhenAnotherMachineTakesOver(Duration clockDifference) {
    // given
    claimed();
    ledger.advance(Duration.ofSeconds(59));
    Instant otherNow = ledger.now().plus(clockDifference);
    try (LedgerDriver other = ledger.takenOverAt(otherNow)) {

      // when
      other.tick();
      Instant restarted = other.now();
      other.advance(LEASE.minusMillis(1));
      String early = other.lastState();
      other.tick();

      // then
      assertEquals("CLAIMED", early);
      assertEquals("COMMIT_UNKNOWN", other.lastState());
      OperationEvent first = other.journal().get(0);
      assertInstanceOf(IntervalsRestarted.class, first.getInput());
      assertEquals(restarted.toEpochMilli(), first.getAtMs());
    }
  }

  @Test
  void shouldCountSettleTimeInFullAgainWhenAnotherMachineTakesOver() {
    // given
    claimed();
    ledger.pipe(Sent.report(ID, 1, "c-1", "UNKNOWN"));
    ledger.advance(SETTLE.minusSeconds(1));
    try (LedgerDriver other = ledger.takenOverAt(ledger.now().plus(Duration.ofMinutes(5)))) {

      // when
      other.tick();
      other.advance(SETTLE.minusMillis(1));
      boolean early = settled(other);
      other.tick();

      // then
      assertFalse(early);
      assertEquals(true, settled(other));
    }
  }

  @Test
  void shouldCountSettleTimeInFullAgainWhenItIsLongAndAPersonIsAsked() {
    // given
    ledger.pipe(Sent.intent(ID, "slow", "{}", i -> {}));
    ledger.pipe(Sent.claim(ID, 1, "c-1"));
    ledger.pipe(Sent.report(ID, 1, "c-1", "UNKNOWN", r -> r.setDetail("REDIRECTED")));
    ledger.pipe(Sent.readback(ID, 1, 1, "ABSENT"));
    ledger.advance(Duration.ofDays(2));
    try (LedgerDriver other = ledger.takenOverAt(ledger.now())) {

      // when
      other.tick();

      // then
      assertEquals("UNRESOLVED", other.lastState());
      assertEquals(other.now().plus(Duration.ofDays(20)), timer(other, Kind.SETTLE));
    }
  }

  @Test
  void shouldCountLeaseInFullAgainWhenAPersonIsAskedWhileItRuns() {
    // given
    claimed();
    ledger.pipe(Sent.readback(ID, 1, 0, "MISMATCH"));
    ledger.advance(Duration.ofSeconds(59));
    try (LedgerDriver other = ledger.takenOverAt(ledger.now().plusSeconds(600))) {

      // when
      other.tick();

      // then
      assertEquals("UNRESOLVED", other.lastState());
      assertEquals(other.now().plus(LEASE), timer(other, Kind.LEASE));
    }
  }

  @Test
  void shouldRestartNothingWhenNothingRuns() {
    // given
    ledger.pipe(Sent.intent("ready"));
    ledger.pipe(Sent.intent("held", "blog", "{}", i -> i.setApproval(null)));
    ledger.pipe(Sent.intent("verified"));
    ledger.pipe(Sent.claim("verified", 1, "c-1"));
    ledger.pipe(Sent.accepted("verified", 1, "c-1", "p-1", "MATCH"));
    try (LedgerDriver other = ledger.takenOverAt(ledger.now())) {

      // when
      other.tick();

      // then
      assertEquals(List.of(), other.journal());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT1H", "-PT1H", "PT6S", "-PT6S"})
  void shouldCountLeaseInFullAgainWhenTheClockWasSet(Duration step) {
    // given
    claimed();
    ledger.advance(Duration.ofSeconds(30));
    ledger.journal();

    // when
    ledger.setWallClock(step);
    ledger.tick();
    Instant restarted = ledger.now();
    ledger.advance(LEASE.minusMillis(1));
    String early = ledger.lastState();
    ledger.tick();

    // then
    List<OperationEvent> journal = ledger.journal();
    assertInstanceOf(IntervalsRestarted.class, journal.get(0).getInput());
    assertEquals(restarted.toEpochMilli(), journal.get(0).getAtMs());
    assertEquals("CLAIMED", early);
    assertEquals("COMMIT_UNKNOWN", ledger.lastState());
  }

  @Test
  void shouldNotGrantWhatExpiredWhileTheMachineSlept() {
    // given
    long expiry = LedgerDriver.START.plusSeconds(600).toEpochMilli();
    ledger.pipe(Sent.intent(ID, "blog", "{}", i -> i.setExpiresAtMs(expiry)));
    ledger.orders();

    // when
    ledger.setWallClock(Duration.ofHours(8));
    ledger.pipe(Sent.claim(ID, 1, "c-1"));

    // then
    assertEquals(List.of(), ledger.orders());
    assertEquals("REJECTED", ledger.lastState());
  }

  @Test
  void shouldRestartNothingWhenTheClockWasSetALittle() {
    // given
    claimed();
    ledger.journal();

    // when
    ledger.setWallClock(Duration.ofSeconds(4));
    ledger.tick();

    // then
    assertEquals(List.of(), ledger.journal());
  }

  @Test
  void shouldIssueCountingReadbackOnlyAfterRestartedSettleTime() {
    // given
    claimed();
    ledger.pipe(Sent.report(ID, 1, "c-1", "UNKNOWN"));
    ledger.advance(SETTLE.minusSeconds(1));
    try (LedgerDriver other = ledger.takenOverAt(ledger.now().plusSeconds(30))) {
      other.tick();
      List<Object> orders = other.orders();

      // when
      for (Object order : orders) {
        Readback asked = assertInstanceOf(Readback.class, order);
        other.pipe(Sent.readback(ID, asked.getToken(), asked.getNumber(), "ABSENT"));
      }

      // then
      assertEquals("COMMIT_UNKNOWN", other.lastState());
    }
  }

  private void claimed() {
    ledger.pipe(Sent.intent(ID));
    ledger.pipe(Sent.claim(ID, 1, "c-1"));
  }

  private static boolean settled(LedgerDriver ledger) {
    return known(ledger).operation().readbacks().settled();
  }

  private static Instant timer(LedgerDriver ledger, Kind kind) {
    return known(ledger).operation().timers().at(kind).orElseThrow();
  }

  private static Known known(LedgerDriver ledger) {
    StoredOperation stored = ledger.stored(ID);
    return (Known) stored.state();
  }
}
