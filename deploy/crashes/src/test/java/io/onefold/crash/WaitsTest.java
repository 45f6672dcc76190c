package io.onefold.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class WaitsTest {
  private long now = -7;
  private final Waits waits = new Waits(() -> now);

  private void pass(long seconds) {
    now += Duration.ofSeconds(seconds).toNanos();
  }

  @Test
  void shouldTellTheLongestWaitAndItsPartitionWhenSeveralEnded() {
    // given
    waits.begun(Waits.Kind.JOURNAL, "a", 0);
    waits.begun(Waits.Kind.JOURNAL, "b", 4);
    pass(1);
    waits.begun(Waits.Kind.JOURNAL, "c", 2);
    waits.ended(Waits.Kind.JOURNAL, "a");
    pass(3);
    waits.ended(Waits.Kind.JOURNAL, "b");
    waits.ended(Waits.Kind.JOURNAL, "c");

    // when
    Map<Waits.Kind, Waits.Summary> step = waits.cut();

    // then
    assertEquals(
        Map.of(
            Waits.Kind.JOURNAL,
            new Waits.Summary(Duration.ofSeconds(4), 4, Duration.ofSeconds(3), 3)),
        step);
  }

  @Test
  void shouldCountAWaitWhereItEndsWhenItOutlastsAStep() {
    // given
    waits.begun(Waits.Kind.READ, "a", 1);
    pass(2);
    Map<Waits.Kind, Waits.Summary> first = waits.cut();
    pass(2);
    waits.ended(Waits.Kind.READ, "a");

    // when
    Map<Waits.Kind, Waits.Summary> second = waits.cut();

    // then
    assertEquals(Map.of(), first);
    assertEquals(Duration.ofSeconds(4), second.get(Waits.Kind.READ).longest());
  }

  @Test
  void shouldCountOnlyTheFirstEndWhenSomethingEndsTwice() {
    // given
    waits.begun(Waits.Kind.JOURNAL, "a", 1);
    pass(1);
    waits.ended(Waits.Kind.JOURNAL, "a");
    pass(1);
    waits.ended(Waits.Kind.JOURNAL, "a");

    // when
    Map<Waits.Kind, Waits.Summary> step = waits.cut();

    // then
    assertEquals(1, step.get(Waits.Kind.JOURNAL).number());
    assertEquals(Duration.ofSeconds(1), step.get(Waits.Kind.JOURNAL).longest());
  }

  @Test
  void shouldMeasureEachStretchAloneWhenOneIsPassedAfterTheOther() {
    // given
    waits.begun(Waits.Kind.NEXT, "a", 1);

    // when
    for (int seconds : List.of(2, 7, 1)) {
      pass(seconds);
      waits.passed(Waits.Kind.NEXT, "a");
    }
    pass(3);
    waits.ended(Waits.Kind.NEXT, "a");
    waits.passed(Waits.Kind.NEXT, "a");

    // then
    assertEquals(Duration.ZERO, waits.oldest(Waits.Kind.NEXT));
    assertEquals(
        new Waits.Summary(Duration.ofSeconds(7), 1, Duration.ofSeconds(3), 4),
        waits.cut().get(Waits.Kind.NEXT));
  }

  @Test
  void shouldNotMixKindsWhenTheyShareAnId() {
    // given
    waits.begun(Waits.Kind.JOURNAL, "a", 1);
    waits.begun(Waits.Kind.RECEIPT, "a", 1);
    pass(5);

    // when
    waits.ended(Waits.Kind.JOURNAL, "a");

    // then
    assertEquals(Duration.ZERO, waits.oldest(Waits.Kind.JOURNAL));
    assertEquals(Duration.ofSeconds(5), waits.oldest(Waits.Kind.RECEIPT));
  }

  @Test
  void shouldCountWhatStillWaitsWhenItIsGivenUp() {
    // given
    waits.begun(Waits.Kind.JOURNAL, "lost", 3);
    pass(60);

    // when
    waits.giveUp();

    // then
    assertEquals(Duration.ofSeconds(60), waits.cut().get(Waits.Kind.JOURNAL).longest());
    assertEquals(Duration.ZERO, waits.oldest(Waits.Kind.JOURNAL));
  }
}
