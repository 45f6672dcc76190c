package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.codec.IntentCodec;
import io.onefold.codec.JournalCodec;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.Intent;
import io.onefold.operation.OperationEvent;
import io.onefold.operation.OperationEvolver;
import io.onefold.operation.OperationInput.IntentSubmitted;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.operation.StateName;
import io.onefold.schema.Receipt;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The journal alone, with the payloads of the intents topic, gives the state that the store has.
 */
class ReplayTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldGiveStateOfTheStoreWhenJournalIsFolded(long seed) {
    try (RandomRun run = new RandomRun(seed)) {
      // given
      run.steps(1_500);

      // when
      Replay replay = new Replay(run);

      // then
      List<StoredOperation> live = run.ledger().allStored();
      assertEquals(live.size(), replay.states.size());
      for (StoredOperation stored : live) {
        String id = stored.state().operationId();
        assertEquals(stored.state(), replay.states.get(id), "seed " + seed);
        assertEquals(stored.chain(), run.ledger().chain(id), "seed " + seed);
      }
      assertReceiptsOnce(live, run.receipts(), seed);
      assertTrue(reached(run).size() >= 8, "seed " + seed + " reached only " + reached(run));
    }
  }

  private static void assertReceiptsOnce(
      List<StoredOperation> live, List<Receipt> receipts, long seed) {
    Map<String, Long> ended = new HashMap<>();
    for (StoredOperation stored : live) {
      switch (stored.state()) {
        case Final end -> ended.put(end.operationId(), stored.receipt().orElseThrow().sequence());
        case Forgotten gone -> ended.put(gone.operationId(), gone.receiptSequence());
        default -> {}
      }
    }
    assertEquals(
        ended,
        receipts.stream()
            .collect(Collectors.toMap(Receipt::getOperationId, Receipt::getJournalSequence)),
        "seed " + seed + ": one receipt for each that ended, and none else");
  }

  private static Set<String> reached(RandomRun run) {
    return run.journal().stream()
        .map(io.onefold.schema.OperationEvent::getStateAfter)
        .collect(Collectors.toSet());
  }

  /** What an auditor makes of the journal and the intents topic. */
  private static final class Replay {
    private final Map<String, OperationState> states = new HashMap<>();
    private final List<Sent> intents;

    Replay(RandomRun run) {
      this.intents = run.intents();
      run.journal().forEach(this::next);
    }

    private void next(io.onefold.schema.OperationEvent avro) {
      OperationEvent event = withPayload(JournalCodec.read(avro));
      OperationState before =
          states.getOrDefault(event.operationId(), new Absent(event.operationId(), 0));
      OperationState after = OperationEvolver.evolve(before, event);
      assertEquals(StateName.of(before).name(), avro.getStateBefore());
      assertEquals(StateName.of(after).name(), avro.getStateAfter());
      states.put(event.operationId(), after);
    }

    private OperationEvent withPayload(OperationEvent event) {
      if (!(event.input() instanceof IntentSubmitted in)) {
        return event;
      }
      Sent sent = intents.get((int) in.origin().offset());
      Intent whole = IntentCodec.read((io.onefold.schema.Intent) sent.avro(), Instant.EPOCH);
      return new OperationEvent(
          event.operationId(),
          event.sequence(),
          new IntentSubmitted(in.at(), in.origin(), whole, in.destination(), in.rendering()),
          event.step());
    }
  }
}
