package io.onefold.standalone.cli;

import io.onefold.standalone.StartException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Keeps a command running. */
final class Foreground {
  private Foreground() {}

  /**
   * Waits until the running thing stops by itself, or the process is told to end; closes it in good
   * order before the process ends.
   *
   * @throws StartException if it stopped by itself
   */
  static void until(CompletableFuture<Void> stopped, AutoCloseable running)
      throws InterruptedException {
    Thread hook = Thread.ofPlatform().name("shutdown").unstarted(() -> close(running));
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      stopped.get();
      throw new StartException("it stopped by itself; the log says why");
    } catch (ExecutionException e) {
      throw new StartException("it stopped by itself: " + e.getCause(), e);
    }
  }

  private static void close(AutoCloseable running) {
    try {
      running.close();
    } catch (Exception e) {
      // The process ends anyway, and whatever is left is recovered at the next start.
      System.err.println("onefold: the stop was not in good order: " + e);
    }
  }
}
