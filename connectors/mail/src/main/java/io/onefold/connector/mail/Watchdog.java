package io.onefold.connector.mail;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Cuts what takes too long, from a thread of its own: a write that blocks has no timeout in Java.
 */
final class Watchdog implements AutoCloseable {
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().daemon().name("mail-watchdog").factory());

  Watchdog() {
    timer.setRemoveOnCancelPolicy(true);
  }

  /** Calls {@code cut} once {@code limit} is over, unless the watch ends first. */
  Watch watch(Duration limit, Runnable cut) {
    // Before the cut is planned, so that whatever it cuts sees that the time is over.
    long end = System.nanoTime() + limit.toNanos();
    return new Watch(end, timer.schedule(cut, limit.toNanos(), TimeUnit.NANOSECONDS));
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  /** One bound in time. */
  static final class Watch implements AutoCloseable {
    private final long end;
    private final Future<?> cut;

    private Watch(long end, Future<?> cut) {
      this.end = end;
      this.cut = cut;
    }

    /** True once the time is over, also if the cut itself is late. */
    boolean isOver() {
      return System.nanoTime() - end >= 0;
    }

    @Override
    public void close() {
      cut.cancel(false);
    }
  }
}
