package io.onefold.connector.worker;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One life of a named worker. While it is open, no other process can live under the same data
 * folder; its incarnation number is above that of every earlier life, and was on disk before
 * anybody could see it.
 */
public final class WorkerIdentity implements Closeable {
  private static final String LOCK = "worker.lock";
  private static final String STATE = "worker.incarnation";

  private final String workerId;
  private final long incarnation;
  private final FileChannel lock;

  private WorkerIdentity(String workerId, long incarnation, FileChannel lock) {
    this.workerId = workerId;
    this.incarnation = incarnation;
    this.lock = lock;
  }

  /**
   * Begins a new life.
   *
   * @param dataDir the worker's own folder; made if it is missing
   * @param workerId the worker's stable name
   * @param clock gives the incarnation number, unless the last one was higher
   * @throws IllegalStateException if another process lives here, the folder belongs to another
   *     worker, or its state cannot be read
   * @throws IOException if the folder cannot be used
   */
  public static WorkerIdentity open(Path dataDir, String workerId, WorkerClock clock)
      throws IOException {
    WorkerSettings.checkWorkerId(workerId);
    Files.createDirectories(dataDir);
    FileChannel lock =
        FileChannel.open(
            dataDir.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      lockOrFail(lock, dataDir);
      long last = lastIncarnation(dataDir.resolve(STATE), workerId).orElse(0L);
      long next = Math.max(last + 1, clock.now().toEpochMilli());
      store(dataDir, workerId, next);
      return new WorkerIdentity(workerId, next, lock);
    } catch (IOException | RuntimeException failure) {
      lock.close();
      throw failure;
    }
  }

  /** The worker's stable name. */
  public String workerId() {
    return workerId;
  }

  /** Number of this life; milliseconds since 1970-01-01T00:00:00Z, or one more than the last. */
  public long incarnation() {
    return incarnation;
  }

  /** Lets another process begin a life here. */
  @Override
  public void close() throws IOException {
    lock.close();
  }

  private static void lockOrFail(FileChannel channel, Path dataDir) throws IOException {
    @Nullable FileLock held;
    try {
      held = channel.tryLock();
    } catch (OverlappingFileLockException inThisProcess) {
      held = null;
    }
    if (held == null) {
      throw new IllegalStateException(
          "another worker uses the data folder "
              + dataDir
              + "; each worker needs its own, and its own worker ID");
    }
  }

  private static Optional<Long> lastIncarnation(Path state, String workerId) throws IOException {
    if (!Files.exists(state)) {
      return Optional.empty();
    }
    List<String> lines = Files.readAllLines(state);
    if (lines.size() != 2 || !lines.get(1).matches("\\d{1,18}")) {
      throw new IllegalStateException(
          state
              + " is damaged: it must hold a worker ID and a number, one a line. Fence the worker"
              + " and start it with an empty folder");
    }
    if (!lines.get(0).equals(workerId)) {
      throw new IllegalStateException(
          state.getParent()
              + " belongs to worker "
              + lines.get(0)
              + ", not to "
              + workerId
              + "; each worker needs its own folder");
    }
    return Optional.of(Long.parseLong(lines.get(1)));
  }

  private static void store(Path dataDir, String workerId, long incarnation) throws IOException {
    Path draft = dataDir.resolve(STATE + ".new");
    byte[] text = (workerId + "\n" + incarnation + "\n").getBytes(StandardCharsets.UTF_8);
    try (FileChannel file =
        FileChannel.open(
            draft,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer left = ByteBuffer.wrap(text);
      while (left.hasRemaining()) {
        file.write(left);
      }
      file.force(true);
    }
    Files.move(draft, dataDir.resolve(STATE), StandardCopyOption.ATOMIC_MOVE);
    // The name, too, must survive a power loss before the number is used.
    try (FileChannel folder = FileChannel.open(dataDir, StandardOpenOption.READ)) {
      folder.force(true);
    }
  }
}
