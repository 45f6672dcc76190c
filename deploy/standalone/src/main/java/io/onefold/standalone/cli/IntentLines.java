package io.onefold.standalone.cli;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Reads NDJSON line by line with bounded memory; blank lines are counted and skipped. Not
 * thread-safe.
 */
final class IntentLines implements AutoCloseable {
  /** Longest line that is read, in bytes; a ledger takes less. */
  static final int MAX_LINE = 8 * 1024 * 1024;

  private final InputStream in;
  private long number;
  private long consumed;

  IntentLines(InputStream in) {
    this.in = new BufferedInputStream(in, 1 << 16);
  }

  /**
   * One line.
   *
   * @param number from 1
   * @param bytes without the line end; empty if the line is longer than {@value #MAX_LINE} bytes
   */
  record Line(long number, Optional<byte[]> bytes) {}

  /** The next line that is not blank; empty at the end. */
  Optional<Line> next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(512);
    boolean tooLong = false;
    boolean blank = true;
    int read;
    while ((read = in.read()) >= 0) {
      consumed++;
      if (read == '\n') {
        number++;
        if (!blank) {
          return Optional.of(line(line, tooLong));
        }
        line.reset();
        continue;
      }
      blank &= Character.isWhitespace(read);
      tooLong |= line.size() >= MAX_LINE;
      if (!tooLong) {
        line.write(read);
      }
    }
    if (blank) {
      return Optional.empty();
    }
    number++;
    return Optional.of(line(line, tooLong));
  }

  /** Bytes read so far. */
  long consumed() {
    return consumed;
  }

  private Line line(ByteArrayOutputStream line, boolean tooLong) {
    return new Line(number, tooLong ? Optional.empty() : Optional.of(line.toByteArray()));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
