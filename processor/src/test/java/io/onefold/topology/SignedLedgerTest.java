package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.codec.StoredOperation;
import io.onefold.processor.view.ReceiptView;
import io.onefold.schema.Checkpoint;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Receipt;
import io.onefold.schema.signing.CheckpointVerifier;
import io.onefold.schema.signing.JournalPlace;
import io.onefold.schema.signing.ReceiptSignature;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the ledger signs: its receipts, and how far its journal has come. */
class SignedLedgerTest {
  private static final String ID = "campaign|website|launch-post";

  /** Submitted without approval, an operation ends when it is cancelled. */
  private static void end(LedgerDriver ledger, String id) {
    ledger.pipe(Sent.intent(id, "press", "ink", i -> {}));
    ledger.pipe(Sent.review(id, "CANCEL", 1));
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12})
  void shouldSignEveryReceiptAndShowItTheSameWhenOperationsEnd(long seed) {
    try (RandomRun run = new RandomRun(seed)) {
      // when
      run.steps(1_500);

      // then
      List<Receipt> receipts = run.receipts();
      assertFalse(receipts.isEmpty());
      for (Receipt receipt : receipts) {
        assertTrue(ReceiptSignature.check(receipt, LedgerDriver.KEYS).valid(), receipt::toString);
        StoredOperation stored = run.ledger().stored(receipt.getOperationId());
        Optional<Receipt> shown = ReceiptView.receipt(stored);
        assertTrue(shown.isEmpty() || shown.get().equals(receipt), receipt::toString);
      }
    }
  }

  @Test
  void shouldMakeACheckpointOnlyWhenThereIsSomethingNewAndTheIntervalIsOver() {
    try (LedgerDriver ledger = LedgerDriver.start()) {
      // when
      ledger.tick();
      List<Checkpoint> ofNothing = ledger.checkpoints();
      end(ledger, ID);
      ledger.tick();
      List<Checkpoint> first = ledger.checkpoints();
      end(ledger, ID + "-2");
      ledger.advance(Duration.ofSeconds(58));
      List<Checkpoint> early = ledger.checkpoints();
      ledger.advance(Duration.ofSeconds(2));
      List<Checkpoint> second = ledger.checkpoints();
      ledger.advance(Duration.ofMinutes(5));

      // then
      assertEquals(List.of(), ofNothing);
      assertEquals(1, first.size());
      assertEquals(List.of(), early);
      assertEquals(1, second.size());
      assertEquals(List.of(), ledger.checkpoints());
      assertEquals(2, second.get(0).getNumber());
      assertEquals(ID, second.get(0).getFirstOperation());
      assertEquals(Optional.empty(), verified(ledger.journal(), List.of(first, second)));
    }
  }

  @Test
  void shouldContinueTheSeriesWhenAnotherInstanceTakesOver() {
    try (LedgerDriver one = LedgerDriver.start()) {
      // given
      end(one, ID);
      one.tick();
      List<OperationEvent> journal = new ArrayList<>(one.journal());
      List<Checkpoint> first = one.checkpoints();

      // when
      try (LedgerDriver other = one.takenOverAt(one.now().minus(Duration.ofHours(3)))) {
        end(other, ID + "-2");
        other.tick();
        journal.addAll(other.journal());
        List<Checkpoint> second = other.checkpoints();

        // then
        assertEquals(Optional.empty(), verified(journal, List.of(first, second)));
        journal.remove(1);
        assertTrue(verified(journal, List.of(first, second)).isPresent());
      }
    }
  }

  @Test
  void shouldSignNothingUntilThereIsAKeyAndThenCoverWhatWasBefore() {
    try (LedgerDriver unsigned = LedgerDriver.start(Signing.none())) {
      // given
      end(unsigned, ID);
      unsigned.advance(Duration.ofMinutes(5));
      List<OperationEvent> journal = new ArrayList<>(unsigned.journal());

      // when
      try (LedgerDriver signed = unsigned.takenOverAt(unsigned.now())) {
        signed.tick();
        List<Checkpoint> first = signed.checkpoints();
        end(signed, ID + "-2");
        signed.advance(Duration.ofMinutes(1));
        journal.addAll(signed.journal());

        // then
        assertEquals(List.of(), unsigned.checkpoints());
        List<Receipt> receipts = unsigned.receipts();
        assertEquals(1, receipts.size());
        assertNull(receipts.get(0).getSignature());
        assertEquals(Optional.empty(), verified(journal, List.of(first, signed.checkpoints())));
      }
    }
  }

  private static Optional<?> verified(List<OperationEvent> journal, List<List<Checkpoint>> made) {
    List<Checkpoint> checkpoints = made.stream().flatMap(List::stream).toList();
    assertEquals(2, checkpoints.size());
    CheckpointVerifier verifier = new CheckpointVerifier(0, checkpoints, LedgerDriver.KEYS);
    for (OperationEvent event : journal) {
      ByteBuffer bytes = event.getChain().duplicate();
      byte[] chain = new byte[bytes.remaining()];
      bytes.get(chain);
      verifier.event(new JournalPlace(event.getOperationId(), event.getSequence()), chain);
    }
    return verifier.end();
  }
}
