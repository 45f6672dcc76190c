package io.onefold.crash;

import java.io.IOException;
import java.nio.file.Path;

/** Ends all processes and deletes the folder if the harness itself is being ended meanwhile. */
final class Guard implements AutoCloseable {
  private final Thread hook;

  Guard(Installation<?> installation, Path folder) {
    hook = Thread.ofPlatform().unstarted(() -> giveUp(installation, folder));
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private static void giveUp(Installation<?> installation, Path folder) {
    installation.destroyAll();
    try {
      Folders.delete(folder);
    } catch (IOException e) {
      System.err.println("onefold: " + folder + " could not be deleted: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(hook);
  }
}
