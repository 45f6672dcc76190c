package io.onefold.standalone;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder that goes with whoever made it. */
public final class TemporaryFolder implements AutoCloseable {
  private final Path path;

  private TemporaryFolder(Path path) {
    this.path = path;
  }

  /**
   * Makes an empty one in the system's place for such folders.
   *
   * @throws StartException if that cannot be written to
   */
  public static TemporaryFolder create(String prefix) {
    try {
      return new TemporaryFolder(Files.createTempDirectory(prefix));
    } catch (IOException e) {
      throw new StartException(
          "no temporary folder can be made in " + System.getProperty("java.io.tmpdir") + ": " + e,
          e);
    }
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** Deletes it with all that is in it; what cannot be deleted stays. */
  @Override
  public void close() {
    try {
      KafkaStorage.delete(path);
    } catch (UncheckedIOException e) {
      // It is the system's place for what may be left behind.
    }
  }
}
