package io.onefold.processor.rest;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Lines of a body, each read in bounded memory. Blank lines are counted and left out. */
final class NdjsonLines {
  private final InputStream in;
  private final int longest;
  private long number;
  private boolean ended;

  /**
   * @param longest the longest line, in bytes
   */
  NdjsonLines(InputStream in, int longest) {
    this.in = new BufferedInputStream(in, 64 * 1024);
    this.longest = longest;
  }

  /**
   * One line.
   *
   * @param number from 1
   * @param bytes without the line end; empty if the line is too long
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on at once, never compared
  record Line(long number, Optional<byte[]> bytes) {
    int size() {
      return bytes.map(b -> b.length).orElse(0);
    }
  }

  /** The next line; empty at the end. */
  Optional<Line> next() throws IOException {
    while (!ended) {
      number++;
      Line line = read();
      if (line.bytes().isEmpty() || !isBlank(line.bytes().get())) {
        return Optional.of(line);
      }
    }
    return Optional.empty();
  }

  private Line read() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(1024);
    boolean tooLong = false;
    int b;
    while ((b = in.read()) != '\n') {
      if (b < 0) {
        ended = true;
        break;
      }
      if (line.size() < longest) {
        line.write(b);
      } else {
        tooLong = true;
      }
    }
    return new Line(number, tooLong ? Optional.empty() : Optional.of(line.toByteArray()));
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
