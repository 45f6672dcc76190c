package io.onefold.audit;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records by operation: all of one operation lie in one bucket, in the order in which their
 * partitions were read. What is little stays in memory, the rest goes to files. Filling is
 * thread-safe; a bucket is read by one thread.
 */
final class Buckets implements AutoCloseable {
  /** A bucket is judged in memory; a larger one is divided once more. */
  static final long LARGEST_BYTES = 48L << 20;

  private static final int BUFFER_BYTES = 64 << 10;
  private static final int MOST = 256;
  private static final int PER_BUCKET = 20_000;

  private final Path folder;
  private final Bucket[] all;
  private final int turn;

  /**
   * Empty buckets.
   *
   * @param records how many will come, roughly
   */
  static Buckets forRecords(long records) throws IOException {
    int count = Math.clamp(records / PER_BUCKET + 1, 1, MOST);
    return new Buckets(Files.createTempDirectory("onefold-audit-"), count, 0);
  }

  private Buckets(Path folder, int count, int turn) {
    this.folder = folder;
    this.turn = turn;
    this.all =
        IntStream.range(0, count)
            .mapToObj(i -> new Bucket(folder.resolve(turn + "-" + i)))
            .toArray(Bucket[]::new);
  }

  /** The same records in smaller buckets, which are this one's own. */
  Buckets divided(Bucket large) throws IOException {
    int count = Math.clamp(large.bytes() / (LARGEST_BYTES / 4) + 1, 2, MOST);
    Buckets smaller = new Buckets(Files.createTempDirectory(folder, "again-"), count, turn + 1);
    large.read(smaller::add);
    large.discard();
    return smaller;
  }

  /** True if dividing once more may help. */
  boolean isDivisible() {
    return turn < 3;
  }

  void add(Laid laid) {
    byte[] key = laid.record().key();
    int hash = (key == null ? 0 : Arrays.hashCode(key)) * (0x9E3779B9 + 2 * turn * 0x3C6EF372);
    hash ^= hash >>> 15;
    all[Math.floorMod(hash, all.length)].add(laid);
  }

  Stream<Bucket> stream() {
    return Arrays.stream(all);
  }

  @Override
  public void close() {
    for (Bucket bucket : all) {
      bucket.discard();
    }
    try {
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      // A folder in the place for temporary files is left behind.
    }
  }

  /** One bucket. */
  static final class Bucket {
    private final Path file;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(512);
    private final DataOutputStream out = new DataOutputStream(buffer);
    private @Nullable OutputStream onDisk;
    private long bytes;

    private Bucket(Path file) {
      this.file = file;
    }

    synchronized long bytes() {
      return bytes;
    }

    private synchronized void add(Laid laid) {
      try {
        laid.write(out);
        bytes += laid.size();
        if (buffer.size() >= BUFFER_BYTES) {
          flush();
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write to " + file + ": " + e.getMessage(), e);
      }
    }

    private void flush() throws IOException {
      OutputStream open = onDisk;
      if (open == null) {
        open = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        onDisk = open;
      }
      buffer.writeTo(open);
      buffer.reset();
    }

    /** Hands on all records in the order in which they came. */
    synchronized void read(Consumer<Laid> sink) {
      try {
        OutputStream open = onDisk;
        if (open != null) {
          flush();
          open.close();
          try (InputStream in = Files.newInputStream(file)) {
            read(new BufferedInputStream(in, BUFFER_BYTES), sink);
          }
        }
        read(new ByteArrayInputStream(buffer.toByteArray()), sink);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
      }
    }

    private static void read(InputStream bytes, Consumer<Laid> sink) throws IOException {
      DataInputStream in = new DataInputStream(bytes);
      in.mark(1);
      while (in.read() >= 0) {
        in.reset();
        sink.accept(Laid.read(in));
        in.mark(1);
      }
    }

    synchronized void discard() {
      buffer.reset();
      try {
        OutputStream open = onDisk;
        if (open != null) {
          open.close();
        }
        Files.deleteIfExists(file);
      } catch (IOException e) {
        // A file in the place for temporary files is left behind.
      }
    }
  }
}
