package io.onefold.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RollingRunTest {
  private static RollingStep step(RollingStep.Kind kind, Waits.Kind what, Duration longest) {
    return new RollingStep(
        kind,
        "ledger2",
        Optional.empty(),
        Optional.empty(),
        Map.of(what, new Waits.Summary(longest, 5, Duration.ofMillis(100), 40)));
  }

  @Test
  void shouldNameKeyAndTimeWhenABoundedStepTookTooLong() {
    // given
    List<RollingStep> steps =
        List.of(
            step(RollingStep.Kind.LEDGER, Waits.Kind.JOURNAL, Duration.ofMillis(10_001)),
            step(RollingStep.Kind.LEDGER, Waits.Kind.RECEIPT, Duration.ofSeconds(11)),
            step(RollingStep.Kind.BROKER, Waits.Kind.READ, Duration.ofSeconds(10)),
            step(RollingStep.Kind.MORE, Waits.Kind.NEXT, Duration.ofSeconds(12)),
            step(RollingStep.Kind.KILL, Waits.Kind.NEXT, Duration.ofSeconds(30)));

    // when
    List<String> found = RollingRun.tooLong(steps);

    // then
    assertEquals(
        List.of(
            "restart of a ledger, ledger2: a key of partition 5 waited 10.0 s for its journal, but"
                + " at most 10.0 s is allowed",
            "one more, ledger2: a key of partition 5 waited 12.0 s for its next event, but at most"
                + " 10.0 s is allowed"),
        found);
  }
}
