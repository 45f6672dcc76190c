package io.onefold.connector.worker;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What other threads want done on the owner thread, in the order it was posted.
 *
 * <p>The owner is woken only out of a wait that it announced, so that a steady stream of posts
 * cannot keep it from ever finishing a poll.
 */
final class Inbox {
  private final LinkedBlockingQueue<Runnable> posted = new LinkedBlockingQueue<>();
  private final AtomicBoolean wakeable = new AtomicBoolean();
  private final Runnable wake;

  /**
   * Makes an empty inbox.
   *
   * @param wake ends the owner's wait; called from any thread
   */
  Inbox(Runnable wake) {
    this.wake = wake;
  }

  /** Has the task run by the owner thread. */
  void post(Runnable task) {
    posted.add(task);
    if (wakeable.compareAndSet(true, false)) {
      wake.run();
    }
  }

  /** The owner is about to wait. False: there is work, it should not. */
  boolean mayWait() {
    wakeable.set(true);
    return posted.isEmpty() || !wakeable.compareAndSet(true, false);
  }

  /** The owner has waited. */
  void waited() {
    wakeable.set(false);
  }

  /** Runs what is posted by now. */
  void drain() {
    for (int left = posted.size(); left > 0; left--) {
      Runnable task = posted.poll();
      if (task == null) {
        return;
      }
      task.run();
    }
  }

  /** Runs what is posted by now, or else the first task posted within the time. */
  void drain(Duration atMost) throws InterruptedException {
    @Nullable Runnable task = posted.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
    if (task != null) {
      task.run();
      drain();
    }
  }
}
