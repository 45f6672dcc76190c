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
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Rows by their keys, such as records by operation: all of one key lie in one bucket, in the order
 * in which they came. What is little stays in memory, the rest goes to files. Filling is
 * thread-safe; a bucket is read by one thread.
 */
final class Buckets<R> implements AutoCloseable {
  /** A bucket is judged in memory; a larger one is divided once more. */
  static final long LARGEST_BYTES = 48L << 20;

  private static final int BUFFER_BYTES = 64 << 10;
  private static final int MOST = 256;
  private static final int PER_BUCKET = 20_000;

  private final Form<R> form;
  private final Path folder;
  private final List<Bucket<R>> all;
  private final int turn;

  /** How rows are kept. */
  interface Form<R> {
    /** Rows of equal keys lie in one bucket. */
    byte @Nullable [] key(R row);

    /** Roughly what it takes in a bucket, in bytes. */
    int size(R row);

    void write(R row, DataOutputStream out) throws IOException;

    R read(DataInputStream in) throws IOException;
  }

  /**
   * Empty buckets.
   *
   * @param records how many rows will come, roughly
   */
  static <R> Buckets<R> forRecords(Form<R> form, long records) throws IOException {
    int count = Math.clamp(records / PER_BUCKET + 1, 1, MOST);
    return new Buckets<>(form, Files.createTempDirectory("onefold-audit-"), count, 0);
  }

  private Buckets(Form<R> form, Path folder, int count, int turn) {
    this.form = form;
    this.folder = folder;
    this.turn = turn;
    this.all =
        IntStream.range(0, count)
            .mapToObj(i -> new Bucket<>(form, folder.resolve(turn + "-" + i)))
            .toList();
  }

  /** The same rows in smaller buckets, which are this one's own. */
  Buckets<R> divided(Bucket<R> large) throws IOException {
    int count = Math.clamp(large.bytes() / (LARGEST_BYTES / 4) + 1, 2, MOST);
    Path within = Files.createTempDirectory(folder, "again-");
    Buckets<R> smaller = new Buckets<>(form, within, count, turn + 1);
    large.read(smaller::add);
    large.discard();
    return smaller;
  }

  /**
   * Hands a bucket on, or smaller ones in its place where it is too large to be held in memory, and
   * forgets it.
   */
  void take(Bucket<R> bucket, Consumer<Bucket<R>> sink) {
    // Dividing rows of one key again and again does not help.
    if (bucket.bytes() <= LARGEST_BYTES || turn >= 3) {
      sink.accept(bucket);
      bucket.discard();
      return;
    }
    try (Buckets<R> smaller = divided(bucket)) {
      smaller.all().forEach(part -> smaller.take(part, sink));
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary files can be written: " + e.getMessage(), e);
    }
  }

  void add(R row) {
    byte[] key = form.key(row);
    int hash = (key == null ? 0 : Arrays.hashCode(key)) * (0x9E3779B9 + 2 * turn * 0x3C6EF372);
    hash ^= hash >>> 15;
    all.get(Math.floorMod(hash, all.size())).add(row);
  }

  List<Bucket<R>> all() {
    return all;
  }

  @Override
  public void close() {
    all.forEach(Bucket::discard);
    try {
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      // A folder in the place for temporary files is left behind.
    }
  }

  /** One bucket. */
  static final class Bucket<R> {
    private final Form<R> form;
    private final Path file;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(512);
    private final DataOutputStream out = new DataOutputStream(buffer);
    private @Nullable OutputStream onDisk;
    private long bytes;

    private Bucket(Form<R> form, Path file) {
      this.form = form;
      this.file = file;
    }

    synchronized long bytes() {
      return bytes;
    }

    private synchronized void add(R row) {
      try {
        form.write(row, out);
        bytes += form.size(row);
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

    /** Hands on all rows in the order in which they came. */
    synchronized void read(Consumer<R> sink) {
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

    private void read(InputStream bytes, Consumer<R> sink) throws IOException {
      DataInputStream in = new DataInputStream(bytes);
      in.mark(1);
      while (in.read() >= 0) {
        in.reset();
        sink.accept(form.read(in));
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
