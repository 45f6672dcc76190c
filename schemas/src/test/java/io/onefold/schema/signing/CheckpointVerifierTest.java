package io.onefold.schema.signing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.Checkpoint;
import io.onefold.schema.signing.CheckpointFinding.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CheckpointVerifierTest {
  private static final int PARTITION = 3;
  private static final Instant AT = Instant.parse("2026-10-31T08:00:00.250Z");

  private final SigningKey key = SigningKey.generate();
  private final List<Event> journal = new ArrayList<>();
  private final List<Checkpoint> checkpoints = new ArrayList<>();

  @SuppressWarnings("ArrayRecordComponent") // Made here, never compared.
  private record Event(JournalPlace place, byte[] chain) {
    static Event of(String operation, long sequence) {
      String text = operation + "#" + sequence;
      return new Event(
          new JournalPlace(operation, sequence),
          Ed25519.sha256(text.getBytes(StandardCharsets.UTF_8)));
    }
  }

  /** Four operations of three events each, in turns; a checkpoint after every fourth event. */
  CheckpointVerifierTest() {
    PartitionHead head = PartitionHead.EMPTY;
    CheckpointSeries series = CheckpointSeries.EMPTY;
    for (int sequence = 1; sequence <= 3; sequence++) {
      for (String operation : List.of("a", "b", "c", "d")) {
        Event event = Event.of(operation, sequence);
        journal.add(event);
        head = head.after(event.place(), event.chain());
      }
      Checkpoint made = series.next(PARTITION, head, AT, key);
      checkpoints.add(made);
      series = CheckpointSeries.endingWith(made);
    }
  }

  private CheckpointVerifier verifier() {
    CheckpointVerifier verifier =
        new CheckpointVerifier(PARTITION, checkpoints, VerifyingKeys.of(List.of(key.verifying())));
    journal.forEach(event -> verifier.event(event.place(), event.chain()));
    return verifier;
  }

  private void assertNoticed(long number, String text) {
    Optional<CheckpointFinding> finding = verifier().end();
    assertTrue(finding.isPresent(), "nothing was noticed");
    assertEquals(number, finding.get().number(), finding.get().text());
    assertTrue(finding.get().text().contains(text), finding.get()::text);
  }

  @Test
  void shouldAgreeWhenNothingIsMissing() {
    journal.add(Event.of("e", 1));

    CheckpointVerifier verifier = verifier();

    assertEquals(Optional.empty(), verifier.end());
    assertEquals(12, verifier.covered());
    assertEquals(0, verifier.before());
    assertEquals(1, verifier.after());
  }

  @Test
  void shouldNoticeWhenAnyEventIsRemoved() {
    List<Event> whole = List.copyOf(journal);
    for (int i = 1; i < whole.size(); i++) {
      journal.clear();
      journal.addAll(whole);
      journal.remove(i);
      assertNoticed(Math.min(3, i / 4 + 1), i < 8 ? "one was removed" : "the journal has 11");
    }
  }

  @Test
  void shouldNoticeWhenTheFirstEventIsRemoved() {
    journal.remove(0);

    assertNoticed(1, "the first event that it covers, event 1 of a, is missing");
  }

  @Test
  void shouldNoticeWhenAWholeOperationIsRemoved() {
    journal.removeIf(event -> event.place().operationId().equals("c"));

    assertNoticed(1, "of its events 1 to 4 one was removed, added, changed or moved");
  }

  @Test
  void shouldNoticeWhenEventsAreSwapped() {
    Collections.swap(journal, 5, 6);

    assertNoticed(2, "of its events 5 to 8 one was removed, added, changed or moved");
  }

  @Test
  void shouldNoticeWhenAnEventIsAdded() {
    journal.add(7, Event.of("x", 1));

    assertNoticed(2, "was removed, added");
  }

  @Test
  void shouldNoticeWhenTheJournalEndsEarly() {
    journal.subList(9, 12).clear();

    assertNoticed(3, "it covers 12 events, the journal has 9 of them");
  }

  @Test
  void shouldNoticeWhenTheJournalIsEmpty() {
    journal.clear();

    assertNoticed(1, "is missing");
  }

  @Test
  void shouldNoticeWhenACheckpointIsRemoved() {
    checkpoints.remove(1);

    assertNoticed(3, "it follows checkpoint 1");
  }

  @Test
  void shouldNoticeWhenTheFirstCheckpointIsRemoved() {
    checkpoints.remove(0);

    assertNoticed(2, "it follows checkpoint 0");
  }

  @Test
  void shouldNoticeWhenACheckpointIsChanged() {
    checkpoints.get(1).setHead("00".repeat(32));

    assertNoticed(2, "did not sign this content");
  }

  @Test
  void shouldStillCompareTheJournalWhenACheckpointIsNotSigned() {
    checkpoints.get(0).setHead("00".repeat(32));

    CheckpointVerifier whole = verifier();
    whole.end();
    journal.remove(5);
    CheckpointVerifier cut = verifier();
    cut.end();

    assertEquals(
        List.of(Kind.SIGNATURE_WRONG, Kind.CHAIN_BROKEN),
        whole.findings().stream().map(CheckpointFinding::kind).toList());
    assertEquals(12, whole.covered());
    assertEquals(0, whole.after());
    assertEquals(
        List.of(Kind.SIGNATURE_WRONG, Kind.CHAIN_BROKEN, Kind.JOURNAL_DIFFERS, Kind.AHEAD),
        cut.findings().stream().map(CheckpointFinding::kind).toList());
    assertEquals(0, cut.covered());
    assertEquals(11, cut.after());
  }

  @Test
  void shouldGoOnWhenOneCheckpointIsOfAKeyThatIsNotInTheSet() {
    Checkpoint second =
        CheckpointSeries.endingWith(checkpoints.get(0))
            .next(PARTITION, headAfter(8), AT, SigningKey.generate());
    checkpoints.set(1, second);
    checkpoints.set(2, CheckpointSeries.endingWith(second).next(PARTITION, wholeHead(), AT, key));

    CheckpointVerifier verifier = verifier();

    assertEquals(Kind.KEY_UNKNOWN, verifier.end().orElseThrow().kind());
    assertEquals(1, verifier.findings().size());
    assertEquals(12, verifier.covered());
  }

  @Test
  void shouldCountFromTheFirstSignedCheckpointWhenAForgedOneComesBefore() {
    Checkpoint forged =
        CheckpointSeries.EMPTY.next(
            PARTITION,
            PartitionHead.EMPTY.after(journal.get(7).place(), journal.get(7).chain()),
            AT,
            SigningKey.generate());
    forged.setEvents(Long.MAX_VALUE);
    checkpoints.add(0, forged);
    journal.remove(2);

    CheckpointVerifier verifier = verifier();
    verifier.end();

    assertTrue(
        verifier.findings().stream().anyMatch(one -> one.kind() == Kind.JOURNAL_DIFFERS),
        () -> verifier.findings().toString());
    assertEquals(0, verifier.before());
  }

  @Test
  void shouldCountOnlyWhatAgreesWhenTheJournalDiffers() {
    Collections.swap(journal, 5, 6);

    CheckpointVerifier verifier = verifier();

    assertEquals(Kind.JOURNAL_DIFFERS, verifier.end().orElseThrow().kind());
    assertEquals(4, verifier.covered());
    assertEquals(8, verifier.after());
  }

  @Test
  void shouldNoticeWhenACheckpointIsSignedWithAnotherKey() {
    journal.remove(11);
    PartitionHead head = PartitionHead.EMPTY;
    for (Event event : journal) {
      head = head.after(event.place(), event.chain());
    }
    checkpoints.set(
        2,
        CheckpointSeries.endingWith(checkpoints.get(1))
            .next(PARTITION, head, AT, SigningKey.generate()));

    assertNoticed(3, "it names key");
  }

  @Test
  void shouldNoticeWhenACheckpointOfAnotherSeriesIsPutIn() {
    PartitionHead head = PartitionHead.EMPTY.after(journal.get(0).place(), journal.get(0).chain());
    Checkpoint other = CheckpointSeries.EMPTY.next(PARTITION, head, AT, key);
    checkpoints.set(0, other);

    assertNoticed(2, "it does not name the checkpoint before it");
  }

  @Test
  void shouldNoticeWhenACheckpointLiesInAnotherPartition() {
    checkpoints.set(
        2,
        CheckpointSeries.endingWith(checkpoints.get(1)).next(PARTITION + 1, wholeHead(), AT, key));

    assertEquals(
        "checkpoint 3 of partition 4: it lies in partition 3",
        verifier().end().orElseThrow().text());
  }

  private PartitionHead wholeHead() {
    return headAfter(journal.size());
  }

  private PartitionHead headAfter(int events) {
    PartitionHead head = PartitionHead.EMPTY;
    for (Event event : journal.subList(0, events)) {
      head = head.after(event.place(), event.chain());
    }
    return head;
  }

  /** A ledger that ran before there were checkpoints counts from its first start with them. */
  @Test
  void shouldSayHowManyEventsComeBeforeWhenTheCountBeganLater() {
    journal.addAll(0, List.of(Event.of("old", 1), Event.of("old", 2)));

    CheckpointVerifier verifier = verifier();

    assertEquals(Optional.empty(), verifier.end());
    assertEquals(2, verifier.before());
    assertEquals(12, verifier.covered());
  }

  @Test
  void shouldVouchForNothingWhenThereIsNoCheckpoint() {
    checkpoints.clear();

    CheckpointVerifier verifier = verifier();

    assertEquals(Optional.empty(), verifier.end());
    assertEquals(0, verifier.covered());
    assertEquals(12, verifier.before());
  }

  @Test
  void shouldRefuseToMakeACheckpointWhenNothingIsNew() {
    CheckpointSeries series = CheckpointSeries.endingWith(checkpoints.get(2));

    assertThrows(
        IllegalArgumentException.class, () -> series.next(PARTITION, wholeHead(), AT, key));
    assertThrows(
        IllegalArgumentException.class,
        () -> PartitionHead.EMPTY.after(new JournalPlace("a", 1), new byte[31]));
  }
}
