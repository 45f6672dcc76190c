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
    return new Watch(limit, timer.schedule(cut, limit.toNanos(), TimeUnit.NANOSECONDS));
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  /** One bound in time. */
  static final class Watch implements AutoCloseable {
    private final Duration limit;
    private final long end;
    private final Future<?> cut;

    private Watch(Duration limit, Future<?> cut) {
      this.limit = limit;
      this.end = System.nanoTime() + limit.toNanos();
      this.cut = cut;
    }

    /** True once the time is over, also if the cut itself is late. */
    boolean isOver() {
      return System.nanoTime() - end >= 0;
    }

    Duration limit() {
      return limit;
    }

    @Override
    public void close() {
      cut.cancel(false);
    }
  }
}
