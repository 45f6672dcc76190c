package io.onefold.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.operation.Timers.Kind;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimersTest {

  @Test
  void shouldFireTheEarliestTimerFirst() {
    // given
    Timers timers =
        Timers.NONE
            .with(Kind.LEASE, Samples.T0.plusSeconds(2))
            .with(Kind.DEADLINE, Samples.T0.plusSeconds(1));

    // then
    assertEquals(Optional.of(Kind.DEADLINE), timers.dueAt(Samples.T0.plusSeconds(5)));
    assertEquals(Optional.of(Samples.T0.plusSeconds(1)), timers.first());
  }

  @Test
  void shouldFireInTheOrderOfTheirKindsWhenDueAtTheSameMoment() {
    // given all timers due now
    Timers timers = Timers.NONE;
    for (Kind kind : Kind.values()) {
      timers = timers.with(kind, Samples.T0);
    }

    // then an expiry goes before an offer, and a readback before the deadline
    for (Kind kind : Kind.values()) {
      assertEquals(Optional.of(kind), timers.dueAt(Samples.T0));
      timers = timers.without(kind);
    }
    assertEquals(Timers.NONE, timers);
  }

  @Test
  void shouldFireNothingBeforeItIsDue() {
    // given
    Timers timers = new Timers(Map.of(Kind.SETTLE, Samples.T0));

    // then
    assertEquals(Optional.empty(), timers.dueAt(Samples.T0.minusMillis(1)));
    assertEquals(Optional.of(Kind.SETTLE), timers.dueAt(Samples.T0));
  }

  @Test
  void shouldKeepOnlyWhatIsNamed() {
    // given
    Timers timers = Timers.NONE.with(Kind.SETTLE, Samples.T0).with(Kind.OFFER, Samples.T0);

    // when
    Timers kept = timers.keeping(Kind.SETTLE, Kind.LEASE);

    // then
    assertEquals(Timers.NONE.with(Kind.SETTLE, Samples.T0), kept);
  }
}
