package io.onefold.connector.simulated;

import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.wire.Call;
import java.time.Duration;
import java.util.Optional;

/**
 * What is between a caller and the simulated provider: how long things take, and what gets lost.
 * Time passes really, or on a virtual clock; nobody else lets it pass.
 */
public interface Network {
  /** A stretch of a call, in the order in which a caller passes them. */
  enum Leg {
    /** Until the connection is ready and the gate is asked. */
    CONNECTING,
    /** From the open gate to the first byte: here a process may freeze. */
    FIRST_BYTE,
    /** From the first byte until the provider has read all. */
    REQUEST,
    /** From there until the answer, or the end of waiting for it. */
    ANSWER
  }

  /**
   * What befalls one call.
   *
   * @param obstacle why it gets no connection; empty: it gets one
   * @param connecting how long it takes to get, or not to get, a connection
   * @param stalled between the open gate and the first byte
   * @param there from the first byte until the provider has read all, whatever becomes of the
   *     caller; empty: it never gets there
   * @param back added to the time that the provider takes for its answer
   * @param brokenAfter from when after the first byte the caller sees a broken connection; empty:
   *     it holds
   */
  record Passage(
      Optional<NotSent.Why> obstacle,
      Duration connecting,
      Duration stalled,
      Optional<Duration> there,
      Duration back,
      Optional<Duration> brokenAfter) {
    /** In no time, and nothing is lost. */
    public static final Passage SMOOTH =
        new Passage(
            Optional.empty(),
            Duration.ZERO,
            Duration.ZERO,
            Optional.of(Duration.ZERO),
            Duration.ZERO,
            Optional.empty());

    /** No connection, at once. */
    public static Passage blocked(NotSent.Why why) {
      return new Passage(
          Optional.of(why),
          Duration.ZERO,
          Duration.ZERO,
          Optional.empty(),
          Duration.ZERO,
          Optional.empty());
    }
  }

  /** What befalls this call; asked once, before its first leg. */
  Passage passage(Call call);

  /** Returns when the time is over; called for each leg, zero included. */
  void pass(Leg leg, Duration time) throws InterruptedException;

  /** Runs the arrival of a request when that time is over, whatever the caller does meanwhile. */
  void later(Duration time, Runnable arrival);
}
