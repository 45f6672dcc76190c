package io.onefold.processor.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.codec.StoredHead;
import io.onefold.schema.Checkpoint;
import io.onefold.schema.signing.CheckpointSeries;
import io.onefold.schema.signing.JournalPlace;
import io.onefold.schema.signing.PartitionHead;
import io.onefold.schema.signing.SigningKey;
import io.onefold.topology.StartRefusedException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeadFoldTest {
  private static final SigningKey KEY = SigningKey.generate();

  @Test
  void shouldCountAllOfTheJournalWhenThereIsNoCheckpoint() {
    // given
    HeadFold fold = new HeadFold(0, Optional.empty());

    // when
    events(fold, 1, 5);

    // then
    assertEquals(new StoredHead(head(1, 5), CheckpointSeries.EMPTY), fold.stored());
  }

  @Test
  void shouldGoOnFromTheNewestCheckpointWhenItsCountBeganLater() {
    // given
    Checkpoint newest = checkpoint(head(3, 6));
    HeadFold fold = new HeadFold(0, Optional.of(newest));

    // when
    events(fold, 1, 8);

    // then
    assertEquals(new StoredHead(head(3, 8), CheckpointSeries.endingWith(newest)), fold.stored());
  }

  @Test
  void shouldRefuseWhenTheJournalLacksWhatTheCheckpointCovers() {
    // given
    HeadFold fold = new HeadFold(0, Optional.of(checkpoint(head(1, 6))));
    events(fold, 1, 4);

    // when
    StartRefusedException refused = assertThrows(StartRefusedException.class, fold::stored);

    // then
    assertTrue(refused.getMessage().contains("covers 6 events"), refused::getMessage);
    assertTrue(refused.getMessage().contains("only 4"), refused::getMessage);
  }

  @Test
  void shouldRefuseWhenAnEventIsMissingInBetween() {
    // given
    HeadFold fold = new HeadFold(0, Optional.of(checkpoint(head(1, 6))));
    events(fold, 1, 2);
    events(fold, 4, 8);

    // when
    StartRefusedException refused = assertThrows(StartRefusedException.class, fold::stored);

    // then
    assertTrue(refused.getMessage().contains("others, or in another order"), refused::getMessage);
  }

  private static void events(HeadFold fold, int from, int to) {
    for (int i = from; i <= to; i++) {
      fold.count(place(i), chain(i));
    }
  }

  private static PartitionHead head(int from, int to) {
    PartitionHead head = PartitionHead.EMPTY;
    for (int i = from; i <= to; i++) {
      head = head.after(place(i), chain(i));
    }
    return head;
  }

  private static Checkpoint checkpoint(PartitionHead head) {
    return CheckpointSeries.EMPTY.next(0, head, Instant.EPOCH, KEY);
  }

  private static JournalPlace place(int event) {
    return new JournalPlace("operation-" + event % 2, event);
  }

  private static byte[] chain(int event) {
    byte[] chain = new byte[PartitionHead.BYTES];
    chain[0] = (byte) event;
    return chain;
  }
}
