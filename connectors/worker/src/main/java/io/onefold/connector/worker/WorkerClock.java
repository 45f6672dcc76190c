package io.onefold.connector.worker;

import java.time.Instant;

/** The two clocks of a worker. Deadlines are measured on the first, records show the second. */
public interface WorkerClock {
  /** The clocks of this machine. */
  WorkerClock SYSTEM =
      new WorkerClock() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public Instant now() {
          return Instant.now();
        }
      };

  /** Monotonic time in nanoseconds from an arbitrary origin; only differences mean something. */
  long nanos();

  /** Wall-clock time. */
  Instant now();
}
