package io.onefold.topology;

import static io.onefold.topology.LedgerDriver.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.Readback;
import io.onefold.schema.Receipt;
import io.onefold.schema.Send;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stories in which time passes, through the real topology. */
class OperationTimesTest {
  private static final String ID = "campaign|website|launch-post";
  private static final Duration LEASE = Duration.ofSeconds(60);

  private final LedgerDriver ledger = LedgerDriver.start();

  @AfterEach
  void close() {
    ledger.close();
  }

  @Test
  void shouldReadBackAfterLeaseEndAndNeverOfferAtOnce() {
    // given
    claimed();

    // when
    ledger.advance(LEASE.minusMillis(1));
    List<Object> before = ledger.orders();
    ledger.advance(Duration.ofMillis(1).plus(OperationProcessor.TICK));

    // then
    assertEquals(List.of(), before);
    assertInstanceOf(Readback.class, ledger.orders().get(0));
    assertEquals("COMMIT_UNKNOWN", lastState());
  }

  @Test
  void shouldOfferAtItsTimeWhenIntentMustNotBeSentBefore() {
    // given
    Duration wait = Duration.ofHours(3);
    ledger.pipe(
        Sent.intent(ID, "blog", "{}", i -> i.setNotBeforeMs(START.plus(wait).toEpochMilli())));
    ledger.pipe(Sent.claim(ID, 1, "early"));

    // when
    ledger.advance(wait.minusMillis(1));
    List<Object> before = ledger.orders();
    ledger.advance(OperationProcessor.TICK);

    // then
    assertEquals(List.of(), before);
    assertEquals(List.of(new Send(1)), ledger.orders());
  }

  @Test
  void shouldOfferNextTokenAfterABackoffWhenNothingWasSent() {
    // given
    claimed();
    ledger.pipe(Sent.report(ID, 1, "c-1", "NOT_SENT", r -> r.setDetail("CONNECTION_REFUSED")));

    // when
    ledger.advance(Duration.ofMillis(1999));
    List<Object> early = ledger.orders();
    ledger.advance(Duration.ofMillis(2001));

    // then
    assertEquals(List.of(), early);
    assertEquals(List.of(new Send(2)), ledger.orders());
  }

  @Test
  void shouldWaitAsLongAsToldWhenDeferred() {
    // given
    claimed();
    ledger.pipe(
        Sent.report(
            ID,
            1,
            "c-1",
            "DEFERRED",
            r -> {
              r.setDetail("RATE_LIMITED");
              r.setRetryAfterMs(600_000L);
            }));

    // when
    ledger.advance(Duration.ofMinutes(10).minusMillis(1));
    List<Object> early = ledger.orders();
    ledger.advance(Duration.ofSeconds(10));

    // then
    assertEquals(List.of(), early);
    assertEquals(List.of(new Send(2)), ledger.orders());
  }

  @Test
  void shouldNotStopWhenDestinationAsksToWaitForEver() {
    // given
    claimed();

    // when
    ledger.pipe(
        Sent.report(
            ID,
            1,
            "c-1",
            "DEFERRED",
            r -> {
              r.setDetail("RATE_LIMITED");
              r.setRetryAfterMs(Long.MAX_VALUE);
            }));

    // then
    assertEquals("READY", lastState());
  }

  @Test
  void shouldNotStopWhenTimesOfAnIntentAreAtTheEndOfTheWorld() {
    // given
    Sent intent =
        Sent.intent(
            ID,
            "blog",
            "{}",
            i -> {
              i.setNotBeforeMs(Long.MAX_VALUE - 1);
              i.setExpiresAtMs(Long.MAX_VALUE);
              i.setIssuedAtMs(Long.MAX_VALUE);
            });

    // when
    ledger.pipe(intent);
    ledger.tick();
    ledger.pipe(Sent.review(ID, "CANCEL", 1));

    // then
    assertEquals("REJECTED", ledger.receipts().get(0).getOutcome());
  }

  @Test
  void shouldRejectWhenExpiredBeforeAnythingWasGranted() {
    // given
    ledger.pipe(
        Sent.intent(ID, "blog", "{}", i -> i.setExpiresAtMs(START.plusSeconds(20).toEpochMilli())));

    // when
    ledger.advance(Duration.ofSeconds(20));

    // then
    Receipt receipt = ledger.receipts().get(0);
    assertEquals("REJECTED", receipt.getOutcome());
    assertEquals("EXPIRED", receipt.getReason());
  }

  @Test
  void shouldEscalateWhenNobodyClaims() {
    // given
    ledger.pipe(Sent.intent(ID));

    // when
    ledger.advance(Duration.ofMinutes(11), Duration.ofSeconds(5));

    // then
    List<Object> offers = ledger.orders();
    assertEquals(20, offers.size(), "the first offer, and one each 30 s within 10 min");
    assertTrue(offers.stream().allMatch(new Send(1)::equals));
    assertEquals("NOT_CLAIMED", ledger.escalations().get(0).getReason());
    assertEquals("UNRESOLVED", lastState());
  }

  @Test
  void shouldForgetPayloadAtTheEndAndAllButTombstoneAfterTheWindow() {
    // given
    claimed();
    ledger.pipe(Sent.accepted(ID, 1, "c-1", "p-1", "MATCH"));
    int payloadAtTheEnd = payloadLength();

    // when
    ledger.advance(Duration.ofDays(400));
    ledger.pipe(Sent.intent(ID));

    // then
    assertEquals(0, payloadAtTheEnd);
    assertEquals("FORGOTTEN", lastState());
    assertEquals(0, ledger.timers(), "nothing waits any more");
    assertEquals(1, ledger.receipts().size());
    assertTrue(ledger.orders().isEmpty());
  }

  private void claimed() {
    ledger.pipe(Sent.intent(ID));
    ledger.pipe(Sent.claim(ID, 1, "c-1"));
    ledger.orders();
  }

  private String lastState() {
    return ledger.lastState();
  }

  private int payloadLength() {
    return ((io.onefold.operation.OperationState.Known) ledger.stored(ID).state())
        .operation()
        .intent()
        .payload()
        .length();
  }
}
