package io.onefold.connector.worker;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a worker's life, within a bound.
 *
 * <p>The group is left as soon as nothing new is taken on, so that other workers go on with the
 * partitions while the last calls end here: those report under their claims, which no group member
 * needs to hold a partition for. Runs on the owner thread.
 */
final class GracefulStop {
  private static final Logger LOG = LoggerFactory.getLogger(GracefulStop.class);

  /** The last part of the time is for calls that must be interrupted and for their reports. */
  private static final int RESERVE_PART = 5;

  private static final Duration STEP = Duration.ofMillis(20);

  private final WorkerCore core;
  private final CommandLoop loop;
  private final Reporter reporter;
  private final Inbox inbox;
  private final WorkerClock clock;

  GracefulStop(
      WorkerCore core, CommandLoop loop, Reporter reporter, Inbox inbox, WorkerClock clock) {
    this.core = core;
    this.loop = loop;
    this.reporter = reporter;
    this.inbox = inbox;
    this.clock = clock;
  }

  /**
   * Stops.
   *
   * @param atMost how long this may take
   */
  void run(Duration atMost) throws InterruptedException {
    long begin = clock.nanos();
    Duration reserve = atMost.dividedBy(RESERVE_PART);
    core.stop();
    loop.leave();
    drainUntilIdle(begin, atMost.minus(reserve));
    if (core.runningCalls() > 0) {
      LOG.warn("Interrupting {} calls that did not end within {}", core.runningCalls(), atMost);
      core.interruptCalls();
      drainUntilIdle(begin, atMost.minus(reserve.dividedBy(2)));
      core.abandonCalls();
    }
    drainUntilIdle(begin, atMost);
    if (reporter.pending() > 0) {
      LOG.error("{} records could not be appended before the end", reporter.pending());
    }
  }

  /**
   * Ends everything at once, after a failure. The next life of this worker proves that this one is
   * over, so no gate may open any more; what can be reported goes out while the producer closes.
   */
  void atOnce() {
    try {
      core.interruptCalls();
      core.abandonCalls();
      core.stop();
    } catch (RuntimeException bug) {
      LOG.error("Could not give up everything that was running", bug);
    }
  }

  private void drainUntilIdle(long begin, Duration until) throws InterruptedException {
    while (clock.nanos() - begin < until.toNanos()
        && (core.runningCalls() > 0 || reporter.pending() > 0)) {
      inbox.drain(STEP);
      reporter.tick();
    }
  }
}
