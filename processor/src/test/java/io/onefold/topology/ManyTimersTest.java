package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.Send;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many timers at one moment are fired in turns, so that records are not held up. */
class ManyTimersTest {
  private static final int MANY = 2_300;
  private static final Duration WAIT = Duration.ofMinutes(5);

  private final LedgerDriver ledger = LedgerDriver.start();

  @AfterEach
  void close() {
    ledger.close();
  }

  @Test
  void shouldFireAllInTurnsWhenManyAreDueAtOnce() {
    // given
    for (int i = 0; i < MANY; i++) {
      ledger.pipe(
          Sent.intent(
              "op-" + i,
              "blog",
              "{}",
              in -> in.setNotBeforeMs(LedgerDriver.START.plus(WAIT).toEpochMilli())));
    }

    // when
    ledger.advance(WAIT);
    int first = ledger.orders().size();
    ledger.pipe(Sent.intent("in-between"));
    ledger.tick();
    int second = ledger.orders().size();
    ledger.tick();
    int third = ledger.orders().size();
    ledger.tick();

    // then
    assertEquals(1000, first);
    assertEquals(1001, second);
    assertEquals(MANY - 2000, third);
    assertEquals(0, ledger.orders().size());
    assertEquals(MANY + 1, ledger.timers(), "each waits for its next offer");
  }

  @Test
  void shouldFireEachOnceWhenTicksCome() {
    // given
    ledger.pipe(Sent.intent("op-1"));
    ledger.orders();

    // when
    ledger.advance(Duration.ofSeconds(95), OperationProcessor.TICK);

    // then
    assertEquals(
        java.util.List.of(new Send(1), new Send(1), new Send(1)),
        ledger.orders(),
        "offered again every 30 s");
    assertTrue(ledger.escalations().isEmpty());
  }
}
