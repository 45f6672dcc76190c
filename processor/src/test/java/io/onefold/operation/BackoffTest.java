package io.onefold.operation;

import static io.onefold.operation.Samples.report;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private static final Instant NOW = Samples.T0;

  @Test
  void shouldBeTheSameWhenOperationAndTokenAreTheSame() {
    // given
    Operation op = afterUnsent(1);

    // when
    Instant first = Backoff.dispatchAt(op, NOW, Duration.ZERO);
    Instant again = Backoff.dispatchAt(op, NOW, Duration.ZERO);

    // then
    assertEquals(first, again);
  }

  @Test
  void shouldDifferWhenTheOperationOrTheTokenDiffers() {
    // given
    double one = Backoff.fraction("order-1", 1);

    // then
    assertNotEquals(one, Backoff.fraction("order-2", 1));
    assertNotEquals(one, Backoff.fraction("order-1", 2));
  }

  @Test
  void shouldStayInTheUpperHalfOfAGrowingDelay() {
    for (int unsent = 1; unsent <= 12; unsent++) {
      // given
      Duration full = Duration.ofSeconds(Math.min(300, 1L << (unsent - 1)));

      // when
      Duration delay =
          Duration.between(NOW, Backoff.dispatchAt(afterUnsent(unsent), NOW, Duration.ZERO));

      // then
      assertFalse(delay.compareTo(full.dividedBy(2)) < 0, delay + " below half of " + full);
      assertFalse(delay.compareTo(full) > 0, delay + " above " + full);
    }
  }

  @Test
  void shouldNotComeBeforeTheDelayThatTheDestinationAskedFor() {
    // given
    Duration asked = Duration.ofMinutes(7);

    // when
    Instant at = Backoff.dispatchAt(afterUnsent(1), NOW, asked);

    // then the jitter comes on top, so that not everybody returns at the same moment
    assertFalse(at.isBefore(NOW.plus(asked)));
    assertTrue(at.isBefore(NOW.plus(asked).plusSeconds(1)));
  }

  @Test
  void shouldSpreadOverTheWholeRange() {
    // given
    double[] fractions =
        IntStream.range(0, 1000).mapToDouble(i -> Backoff.fraction("order-" + i, 1)).toArray();

    // when
    double mean = IntStream.range(0, 1000).mapToDouble(i -> fractions[i]).average().orElseThrow();

    // then
    assertEquals(0.5, mean, 0.05);
    for (double fraction : fractions) {
      assertTrue(fraction >= 0 && fraction < 1);
    }
  }

  private static Operation afterUnsent(int times) {
    Story story = new Story(PolicySample.cautious());
    story.submit();
    for (int i = 1; i <= times; i++) {
      if (i > 1) {
        story.fire(Timers.Kind.OFFER);
      }
      story.claim("c-" + i);
      story.report("c-" + i, report(SendReport.Result.NOT_SENT));
      if (!(story.state() instanceof OperationState.Ready)) {
        break;
      }
    }
    AttemptLog log = story.operation().attempts();
    return story
        .operation()
        .with(
            new AttemptLog(
                log.token(),
                0,
                times,
                log.waitingSince(),
                log.holder(),
                log.firstSentAt(),
                false,
                false,
                log.entries()));
  }
}
