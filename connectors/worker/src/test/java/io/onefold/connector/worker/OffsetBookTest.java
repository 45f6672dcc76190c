package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OffsetBookTest {
  private final ManualClock clock = new ManualClock();
  private final OffsetBook book = new OffsetBook(clock);

  @Test
  void shouldCommitUpToTheOldestUnfinishedCommand() {
    book.hold(new Position(0, 5));
    book.hold(new Position(0, 7));
    book.readTo(0, 9);
    assertEquals(Map.of(0, 5L), book.due());

    book.release(new Position(0, 5));
    assertEquals(Map.of(0, 7L), book.due());

    book.release(new Position(0, 7));
    assertEquals(Map.of(0, 9L), book.due());
  }

  @Test
  void shouldCommitEachOffsetOnce() {
    book.readTo(0, 9);
    book.committed(0, 9);

    assertEquals(Map.of(), book.due());
    book.readTo(0, 10);
    assertEquals(Map.of(0, 10L), book.due());
  }

  @Test
  void shouldCommitAPartitionWithoutRecords() {
    book.readTo(3, 0);

    assertEquals(Map.of(3, 0L), book.due());
  }

  @Test
  void shouldNotLetOneSlowCommandHoldOffsetsBackForEver() {
    book.hold(new Position(0, 5));
    book.readTo(0, 9);

    clock.pass(OffsetBook.LONGEST_HOLD);

    assertEquals(Map.of(0, 9L), book.due());
  }

  @Test
  void shouldNotHoldMoreThanItsBound() {
    for (long offset = 0; offset <= OffsetBook.MOST_HOLDS; offset++) {
      book.hold(new Position(0, offset));
      book.readTo(0, offset + 1);
    }

    assertEquals(Map.of(0, 1L), book.due());
  }

  @Test
  void shouldForgetAPartitionThatGoesElsewhere() {
    book.hold(new Position(0, 5));
    book.readTo(0, 9);

    book.forget(List.of(0));
    book.release(new Position(0, 5));
    book.committed(0, 9);

    assertEquals(Map.of(), book.due());
  }
}
