package io.onefold.topology;

import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationState;
import io.onefold.operation.StateName;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Measures what counting costs with a million verified operations in a store: the pass after a
 * takeover in all, its share of each tick, and one change.
 */
public final class CensusBenchmark {
  private static final int OPERATIONS = 1_000_000;
  private static final int COMMIT = 20_000;
  private static final int CHANGES = 5_000_000;

  private CensusBenchmark() {}

  /** Takes no arguments. */
  public static void main(String[] args) {
    try (LedgerDriver ledger = LedgerDriver.start()) {
      ledger.pipe(Sent.intent("sample"));
      StoredOperation ready = ledger.stored("sample");
      ledger.pipe(Sent.claim("sample", 1, "c-1"));
      ledger.pipe(Sent.accepted("sample", 1, "c-1", "p-1", "MATCH"));
      StoredOperation sample = ledger.stored("sample");
      fill(ledger, sample);
      PartitionCensus census = new PartitionCensus(0, 1);
      StreamsStore store =
          StreamsStore.over(
              ledger.store(Stores.OPERATIONS),
              ledger.store(Stores.WORKERS),
              ledger.store(Stores.DESTINATIONS),
              ledger.store(Stores.HEADS),
              0,
              ledger.store(Stores.TIMERS),
              ledger.store(Stores.MARKS));
      pass(census, store);
      change(census, ready.state(), sample.state());
    }
  }

  private static void fill(LedgerDriver ledger, StoredOperation sample) {
    KeyValueStore<String, StoredOperation> store = ledger.store(Stores.OPERATIONS);
    for (int i = 0; i < OPERATIONS; i++) {
      store.put("operation-%09d|website|post".formatted(i), sample);
      if (i % COMMIT == 0) {
        ledger.tick();
      }
    }
    ledger.tick();
  }

  private static void pass(PartitionCensus census, StreamsStore store) {
    int ticks = 0;
    long longest = 0;
    long began = System.nanoTime();
    while (!census.isWhole()) {
      long tick = System.nanoTime();
      census.goOn(store::operationsAfter);
      longest = Math.max(longest, System.nanoTime() - tick);
      ticks++;
    }
    Duration all = Duration.ofNanos(System.nanoTime() - began);
    System.out.printf(
        "%d operations in %d ms of %d ticks, the longest %d ms: whole %d s after a takeover%n",
        census.operations(StateName.VERIFIED),
        all.toMillis(),
        ticks,
        Duration.ofNanos(longest).toMillis(),
        OperationProcessor.TICK.multipliedBy(ticks).toSeconds());
  }

  private static void change(PartitionCensus census, OperationState before, OperationState after) {
    long began = System.nanoTime();
    for (int i = 0; i < CHANGES; i++) {
      census.moved(before, after);
    }
    System.out.printf(
        "one change: %d ns; %s%n",
        (System.nanoTime() - began) / CHANGES, Optional.of(census.operations(StateName.READY)));
  }
}
