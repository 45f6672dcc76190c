package io.onefold.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DestinationPolicyTest {
  private static final Instant FIRST = Samples.T0;

  @Test
  void shouldReplayOnlyWhereTheWholeLeaseLiesInsideTheWindow() {
    // given a window of 30 minutes, a tenth of it as slack, and a lease of one minute
    DestinationPolicy policy =
        PolicySample.cautious().replaySafeFor(Duration.ofMinutes(30)).build();
    Instant last = FIRST.plus(Duration.ofMinutes(30 - 3 - 1));

    // then
    assertTrue(policy.replayIsSafe(Optional.of(FIRST), last.minusMillis(1)));
    assertFalse(policy.replayIsSafe(Optional.of(FIRST), last));
  }

  @Test
  void shouldTakeAtMostFiveMinutesOfSlackFromALongWindow() {
    // given
    DestinationPolicy policy = PolicySample.cautious().replaySafeFor(Duration.ofHours(24)).build();
    Instant last = FIRST.plus(Duration.ofHours(24)).minus(Duration.ofMinutes(6));

    // then
    assertTrue(policy.replayIsSafe(Optional.of(FIRST), last.minusMillis(1)));
    assertFalse(policy.replayIsSafe(Optional.of(FIRST), last));
  }

  @Test
  void shouldNeverReplayWhenTheWindowIsUnknownOrNothingWasSent() {
    // given
    DestinationPolicy unknown = PolicySample.cautious().build();
    DestinationPolicy known = PolicySample.cautious().replaySafeFor(Duration.ofHours(24)).build();

    // then
    assertFalse(unknown.replayIsSafe(Optional.of(FIRST), FIRST));
    assertFalse(known.replayIsSafe(Optional.empty(), FIRST));
  }

  @Test
  void shouldNotReplayWhenTheWindowIsShorterThanALease() {
    // given
    DestinationPolicy policy =
        PolicySample.cautious().replaySafeFor(Duration.ofSeconds(30)).build();

    // then
    assertFalse(policy.replayIsSafe(Optional.of(FIRST), FIRST));
  }

  @Test
  void shouldGrowDelaysUpToTheirBound() {
    // given
    DestinationPolicy.Growth growth =
        new DestinationPolicy.Growth(Duration.ofMillis(500), 2, Duration.ofSeconds(30));

    // then
    assertEquals(Duration.ofMillis(500), growth.delay(0));
    assertEquals(Duration.ofSeconds(4), growth.delay(3));
    assertEquals(Duration.ofSeconds(30), growth.delay(6));
    assertEquals(Duration.ofSeconds(30), growth.delay(Integer.MAX_VALUE));
  }
}
