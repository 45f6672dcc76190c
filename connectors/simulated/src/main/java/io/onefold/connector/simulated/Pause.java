package io.onefold.connector.simulated;

import java.time.Duration;

/** Lets time pass for the connector: really, or on a virtual clock. */
@FunctionalInterface
public interface Pause {
  /** Returns when the time is over. */
  void of(Duration time) throws InterruptedException;

  /** Really. */
  Pause REAL = Thread::sleep;
}
