package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

class MarksTest {
  private static final byte[] KEY = "campaign|website|post".getBytes(StandardCharsets.UTF_8);

  @Test
  void shouldBeTheSameWhenReadBack() {
    // given
    Marks marks = new Marks();
    marks.read("onefold.intents", new InputMark(7, 1_793_000_000_000L, 0xffff_ffffL));
    marks.read("onefold.reviews", InputMark.NOTHING);
    marks.wrote(new Marks.Head(KEY, new byte[32]));
    marks.kept(new Marks.Life("w1", 3));
    marks.kept(new Marks.Stored("blog", 42));
    marks.added(new byte[] {0, 1, 2});

    // when
    Marks read = Marks.decode(marks.encode());

    // then
    assertEquals(marks.read("onefold.intents"), read.read("onefold.intents"));
    assertEquals(Optional.of(InputMark.NOTHING), read.read("onefold.reviews"));
    assertEquals(Optional.empty(), read.read("onefold.provider-events"));
    assertTrue(read.head().orElseThrow().sameAs(new Marks.Head(KEY, new byte[32])));
    assertEquals(marks.life(), read.life());
    assertEquals(marks.destination(), read.destination());
    assertArrayEquals(new byte[] {0, 1, 2}, read.timer().orElseThrow());
  }

  @Test
  void shouldKnowNothingWhenNothingWasMarked() {
    // when
    Marks read = Marks.decode(new Marks().encode());

    // then
    assertTrue(read.head().isEmpty());
    assertTrue(read.life().isEmpty());
    assertTrue(read.destination().isEmpty());
    assertTrue(read.timer().isEmpty());
  }

  @Test
  void shouldNameTheFormWhenItIsOfALaterVersion() {
    // when
    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> Marks.decode(new byte[] {2}));

    // then
    assertTrue(refused.getMessage().contains("form 2"), refused::getMessage);
  }

  @Test
  void shouldKnowARecordAgainWhenOnlyItsOffsetDiffers() {
    // given
    InputMark here = InputMark.of(7, 1_000, KEY, new byte[] {1});

    // then
    assertTrue(here.isRecordOf(InputMark.of(3, 1_000, KEY, new byte[] {1})));
    assertFalse(here.isRecordOf(InputMark.of(7, 1_001, KEY, new byte[] {1})));
    assertFalse(here.isRecordOf(InputMark.of(7, 1_000, KEY, new byte[] {2})));
    assertFalse(here.isRecordOf(InputMark.of(7, 1_000, null, new byte[] {1})));
  }

  @Test
  void shouldMarkWhatATaskReadsAndWrites() {
    // given
    try (LedgerDriver ledger = LedgerDriver.start()) {
      ledger.pipe(Sent.started("w1", 5, null));
      ledger.pipe(Sent.intent("campaign|website|post"));

      // when
      KeyValueStore<String, byte[]> store = ledger.store(Stores.MARKS);
      Marks marks = Marks.decode(store.get(Stores.MARKS_KEY));

      // then
      assertArrayEquals(KEY, marks.head().orElseThrow().key());
      assertEquals(Optional.of(new Marks.Life("w1", 5)), marks.life());
      assertEquals(0, marks.read(LedgerDriver.TOPICS.intents()).orElseThrow().offset());
      assertEquals(0, marks.read(LedgerDriver.TOPICS.providerEvents()).orElseThrow().offset());
      assertEquals(
          "campaign|website|post", TimerIndex.operationId(Bytes.wrap(marks.timer().orElseThrow())));
    }
  }
}
