package io.onefold.processor.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationState.Absent;
import io.onefold.processor.FakeLedger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StateWaiterTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final FakeLedger ledger = new FakeLedger();
  private final StateWaiter waiter = new StateWaiter(ledger);

  @AfterEach
  void stop() {
    waiter.close();
  }

  private static StoredOperation at(String id, long sequence) {
    return new StoredOperation(
        new Absent(id, sequence),
        "0".repeat(64),
        0,
        0,
        StoredOperation.UNSCHEDULED,
        Optional.empty());
  }

  @Test
  void shouldAnswerAtOnceWhenItIsAsWanted() {
    // given
    ledger.put(at("a", 3));

    // when
    CompletableFuture<Optional<StoredOperation>> wait = waiter.until("a", s -> true, LONG);

    // then
    assertTrue(wait.isDone());
  }

  @Test
  void shouldAnswerWhenItBecomesAsWanted() {
    // given
    CompletableFuture<Optional<StoredOperation>> wait =
        waiter.until("a", s -> s.state().sequence() == 2, LONG);

    // when
    ledger.put(at("a", 1));
    ledger.put(at("a", 2));

    // then
    assertEquals(2, wait.join().orElseThrow().state().sequence());
  }

  @Test
  void shouldAnswerWithWhatThereIsWhenTimeIsOver() {
    // given
    ledger.put(at("a", 1));

    // when
    Optional<StoredOperation> seen =
        waiter.until("a", s -> s.state().sequence() == 2, Duration.ofMillis(30)).join();

    // then
    assertEquals(1, seen.orElseThrow().state().sequence());
  }

  @Test
  void shouldGoOnWhenTheStateIsAwayForAWhile() {
    // given
    ledger.restore();

    // when
    Optional<StoredOperation> seen = waiter.until("a", s -> true, Duration.ofMillis(30)).join();

    // then
    assertEquals(Optional.empty(), seen);
  }

  @Test
  void shouldEndAllWaitsWhenTheLedgerCloses() {
    // given
    List<CompletableFuture<Optional<StoredOperation>>> waits = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      waits.add(waiter.until("w" + i, s -> true, LONG));
    }

    // when
    waiter.close();

    // then
    waits.forEach(wait -> assertEquals(Optional.empty(), wait.join()));
  }
}
