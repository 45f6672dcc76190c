package io.onefold.standalone.cli;

import io.onefold.standalone.StartException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Keeps a command running until the process is told to end. */
final class Foreground {
  private final AutoCloseable running;
  private final AtomicBoolean ending = new AtomicBoolean();

  private Foreground(AutoCloseable running) {
    this.running = running;
  }

  /** From now on the running thing is closed in good order when the process is told to end. */
  static Foreground of(AutoCloseable running) {
    Foreground foreground = new Foreground(running);
    Runtime.getRuntime()
        .addShutdownHook(Thread.ofPlatform().name("shutdown").unstarted(foreground::end));
    return foreground;
  }

  /**
   * Waits until it stops by itself, or the process ends.
   *
   * @param stopped done when it has stopped
   * @throws StartException if it stopped by itself
   */
  void await(CompletableFuture<Void> stopped) throws InterruptedException {
    try {
      stopped.get();
    } catch (ExecutionException e) {
      failUnlessEnding("it stopped by itself: " + e.getCause(), e);
    }
    failUnlessEnding("it stopped by itself; the log says why", null);
  }

  private void failUnlessEnding(String message, @Nullable Throwable cause)
      throws InterruptedException {
    if (!ending.get()) {
      close();
      throw new StartException(message, cause);
    }
    // The process ends when the shutdown is done, not before.
    Thread.sleep(Long.MAX_VALUE);
  }

  private void end() {
    ending.set(true);
    close();
  }

  private void close() {
    try {
      running.close();
    } catch (Exception e) {
      // The process ends anyway, and whatever is left is recovered at the next start.
      System.err.println("onefold: the stop was not in good order: " + e);
    }
  }
}
