package io.onefold.example;

import io.micronaut.context.annotation.Property;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of this service, a line of a file for each piece, and at the same time the memory of
 * what was done: both are one write, so that no crash comes between them. A service with a database
 * does its work and inserts the key of the entry in one transaction, and several instances of it
 * share that table; this file is one instance's.
 */
@Singleton
final class Book {
  private static final Logger LOG = LoggerFactory.getLogger(Book.class);

  private final FileChannel file;
  private final Set<String> done = new HashSet<>();
  private long end;

  /**
   * Opens it, or begins it.
   *
   * @throws IOException if the file cannot be read or another instance has it
   */
  Book(@Property(name = "outcomes.book") Path path) throws IOException {
    file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (file.tryLock() == null) {
      file.close();
      throw new IOException(path + " is in use by another instance; give each a book of its own");
    }
    read();
  }

  private void read() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(file.size()));
    while (bytes.hasRemaining() && file.read(bytes, bytes.position()) >= 0) {}
    String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    // A line without its end was not entered: its record was not acknowledged and comes again.
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    end = whole.getBytes(StandardCharsets.UTF_8).length;
    file.truncate(end);
    whole.lines().forEach(line -> done.add(line.substring(0, line.lastIndexOf('\t'))));
  }

  /**
   * Does a piece of work unless it was done before; it is on disk when this returns.
   *
   * @throws UncheckedIOException if it cannot be done; it may then be tried again
   */
  synchronized void enter(Entry entry) {
    if (done.contains(entry.key())) {
      LOG.info("{} was done before", entry);
      return;
    }
    ByteBuffer line = ByteBuffer.wrap((entry.line() + "\n").getBytes(StandardCharsets.UTF_8));
    try {
      // What a failed try left of its line is written over.
      while (line.hasRemaining()) {
        file.write(line, end + line.position());
      }
      file.force(false);
    } catch (IOException e) {
      throw new UncheckedIOException("the book cannot be written", e);
    }
    end += line.limit();
    done.add(entry.key());
  }

  @PreDestroy
  synchronized void close() throws IOException {
    file.close();
  }
}
