package io.onefold.standalone;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The folder in which a standalone installation keeps all its data; one process has it at a time.
 * The system releases the lock however the process ends.
 */
public final class DataDirectory implements AutoCloseable {
  private static final String LOCK = "onefold.lock";

  private final Path root;
  private final FileChannel lock;

  private DataDirectory(Path root, FileChannel lock) {
    this.root = root;
    this.lock = lock;
  }

  /**
   * Takes the folder, which is made if it is missing.
   *
   * @throws StartException if another process has it, or it cannot be used
   */
  public static DataDirectory open(Path root) {
    try {
      Files.createDirectories(root);
      FileChannel channel =
          FileChannel.open(root.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (lock(channel) == null) {
        channel.close();
        throw new StartException(
            "the data folder "
                + root
                + " is in use by another process; stop it, or name another folder with --data");
      }
      return new DataDirectory(root, channel);
    } catch (FileAlreadyExistsException e) {
      throw new StartException(
          root + " is no folder; name a folder with --data, which is made if it is missing", e);
    } catch (IOException e) {
      throw new StartException("the data folder " + root + " cannot be used: " + e, e);
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException inThisProcess) {
      return null;
    }
  }

  /** The folder itself. */
  public Path root() {
    return root;
  }

  /** The broker's data. */
  public Path kafka() {
    return root.resolve("kafka");
  }

  /** The ledger's state. */
  public Path state() {
    return root.resolve("state");
  }

  /** The key that signs, unless another one is named. */
  public Path signingKey() {
    return root.resolve("signing-key.pem");
  }

  /** The identity of the worker of a pool. */
  public Path worker(String pool) {
    return root.resolve("workers").resolve(pool);
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      // The lock goes with the process at the latest.
    }
  }
}
