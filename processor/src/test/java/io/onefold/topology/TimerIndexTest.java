package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.codec.StoredOperation;
import io.onefold.operation.Gate;
import io.onefold.operation.OperationDecider;
import io.onefold.operation.OperationInput;
import io.onefold.operation.OperationInput.ReviewSubmitted;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Ready;
import io.onefold.operation.OperationState.Unresolved;
import io.onefold.operation.Origin;
import io.onefold.operation.Review;
import io.onefold.operation.Timers;
import io.onefold.topology.TimerIndex.Entry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An entry may stand too early, never too late, and there is never more than one. */
class TimerIndexTest {
  private static final Instant START = LedgerDriver.START;

  private final LedgerDriver ledger = LedgerDriver.start();
  private final Map<String, StoredOperation> stored = new HashMap<>();
  private TimerIndex index;

  @BeforeEach
  void open() {
    index = new TimerIndex(new StreamsStore.Keys(ledger.store(Stores.TIMERS)));
  }

  @AfterEach
  void close() {
    ledger.close();
  }

  @Test
  void shouldLeaveEntryWhereItStandsWhenTimerMovesBack() {
    // given
    move("op-1", readyAt("op-1", 100));

    // when
    move("op-1", readyAt("op-1", 900));

    // then
    assertEquals(List.of(new Entry(false, 100, "op-1")), due(100));
  }

  @Test
  void shouldMoveEntryWhenTimerMovesForward() {
    // given
    move("op-1", readyAt("op-1", 900));

    // when
    move("op-1", readyAt("op-1", 100));

    // then
    assertEquals(List.of(new Entry(false, 100, "op-1")), due(1000));
  }

  @Test
  void shouldFindThoseThatWaitForAPersonWhenRunningOnesAreLookedFor() {
    // given
    move("op-1", readyAt("op-1", 100));
    move("op-2", unresolved("op-2"));

    // when
    List<Entry> running = index.running(Optional.empty(), 10);

    // then
    assertEquals(List.of("op-1", "op-2"), running.stream().map(Entry::operationId).toList());
    assertEquals(
        List.of("op-1"), due(Long.MAX_VALUE - 1).stream().map(Entry::operationId).toList());
  }

  @Test
  void shouldGoOnAfterLastSeenWhenReadInPages() {
    // given
    Set<String> all = new HashSet<>();
    for (int i = 0; i < 107; i++) {
      String id = "op-" + i;
      all.add(id);
      // Many at the same time, and IDs that begin with one another.
      move(id, readyAt(id, i % 3));
    }
    move("ended", ended("ended"));

    // when
    List<Entry> seen = new ArrayList<>();
    List<Entry> page = index.running(Optional.empty(), 10);
    while (!page.isEmpty()) {
      seen.addAll(page);
      page = index.running(Optional.of(page.get(page.size() - 1)), 10);
    }

    // then
    assertEquals(107, seen.size());
    assertEquals(all, new HashSet<>(seen.stream().map(Entry::operationId).toList()));
  }

  @Test
  void shouldGiveEarliestFirstAndNoMoreThanAskedFor() {
    // given
    for (int i = 0; i < 50; i++) {
      move("op-" + i, readyAt("op-" + i, 1000 - i));
    }

    // when
    List<Entry> due = index.dueUntil(Instant.ofEpochMilli(960), 5);

    // then
    assertEquals(List.of(951L, 952L, 953L, 954L, 955L), due.stream().map(Entry::dueMs).toList());
  }

  @Test
  void shouldFindEntryWhenItIsPutBeforeWhatWasLookedAt() {
    // given
    move("op-1", readyAt("op-1", 500));
    due(900).forEach(index::remove);
    due(900);

    // when
    move("op-2", readyAt("op-2", 200));

    // then
    assertEquals(List.of(), due(199));
    assertEquals(List.of(new Entry(false, 200, "op-2")), due(900));
    assertEquals(List.of(new Entry(false, 200, "op-2")), due(900), "looking removes nothing");
    assertEquals(List.of(new Entry(false, 200, "op-2")), index.running(Optional.empty(), 10));
  }

  @Test
  void shouldKeepOneEntryNoLaterThanFirstTimerWhateverMoves() {
    for (int seed = 0; seed < 30; seed++) {
      Random random = new Random(seed);
      for (int i = 0; i < 300; i++) {
        // when
        String id = "op-" + random.nextInt(12);
        switch (random.nextInt(6)) {
          case 0 -> move(id, unresolved(id));
          case 1 -> move(id, ended(id));
          case 2 -> move(id, new Absent(id, 9));
          case 3 -> fire(random.nextInt(1000));
          default -> move(id, readyAt(id, random.nextInt(1000)));
        }

        // then
        assertOneEntryEach(seed);
      }
    }
  }

  private void fire(long untilMs) {
    for (Entry entry : due(untilMs)) {
      index.remove(entry);
      StoredOperation unscheduled =
          stored.get(entry.operationId()).scheduledAt(StoredOperation.UNSCHEDULED);
      long at = index.move(unscheduled, unscheduled.state());
      stored.put(entry.operationId(), unscheduled.scheduledAt(at));
    }
  }

  private void assertOneEntryEach(int seed) {
    Map<String, Entry> entries = new HashMap<>();
    for (Entry entry : all()) {
      assertTrue(
          entries.put(entry.operationId(), entry) == null,
          "seed " + seed + ": two entries of " + entry.operationId());
    }
    stored.forEach(
        (id, operation) -> {
          Entry entry = entries.remove(id);
          boolean nowhere = operation.scheduledAtMs() == StoredOperation.UNSCHEDULED;
          assertEquals(nowhere, entry == null, "seed " + seed + ": " + id);
          assertEquals(nowhere, operation.state() instanceof Absent, "seed " + seed + ": " + id);
          if (entry != null) {
            assertEquals(operation.scheduledAtMs(), entry.dueMs(), "seed " + seed);
            assertEquals(operation.state() instanceof Final, entry.ended(), "seed " + seed);
            assertTrue(entry.dueMs() <= firstTimer(operation.state()), "seed " + seed);
          }
        });
    assertTrue(entries.isEmpty(), "seed " + seed + ": left over: " + entries);
  }

  private List<Entry> all() {
    List<Entry> all = new ArrayList<>(index.running(Optional.empty(), Integer.MAX_VALUE));
    index.dueUntil(Instant.ofEpochMilli(Long.MAX_VALUE - 1), 1_000_000).stream()
        .filter(Entry::ended)
        .forEach(all::add);
    return all;
  }

  private List<Entry> due(long untilMs) {
    return index.dueUntil(Instant.ofEpochMilli(untilMs), 1_000_000);
  }

  private void move(String id, OperationState after) {
    StoredOperation before = stored.getOrDefault(id, StoredOperation.absent(id, 0));
    long at = index.move(before, after);
    stored.put(id, new StoredOperation(after, before.chain(), 0, 0, at, Optional.empty()));
  }

  private static long firstTimer(OperationState state) {
    return ((Known) state)
        .operation()
        .timers()
        .first()
        .map(Instant::toEpochMilli)
        .orElse(TimerIndex.WAITS_FOR_A_DECISION);
  }

  private OperationState readyAt(String id, long dueMs) {
    Ready ready = (Ready) state(id, Sent.intent(id));
    return new Ready(
        TimersOf.set(ready.operation(), Map.of(Timers.Kind.OFFER, Instant.ofEpochMilli(dueMs))),
        true);
  }

  private OperationState unresolved(String id) {
    return (Unresolved) state(id, Sent.intent(id, "blog", "{}", i -> i.setApproval(null)));
  }

  private OperationState ended(String id) {
    Ready ready = (Ready) state(id, Sent.intent(id));
    Review cancel =
        new Review(
            Review.Action.CANCEL,
            "r",
            "r",
            1,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            START);
    return OperationDecider.decide(
            ready, new ReviewSubmitted(START, new Origin("t", 0, 0), cancel), Gate.OPEN)
        .after();
  }

  private static OperationState state(String id, Sent intent) {
    OperationInput input =
        new OperationInput.IntentSubmitted(
            START,
            new Origin("t", 0, 0),
            io.onefold.codec.IntentCodec.read((io.onefold.schema.Intent) intent.avro(), START),
            new Policies(LedgerDriver.destinations()).of("blog"));
    return OperationDecider.decide(new Absent(id, 0), input, Gate.OPEN).after();
  }
}
