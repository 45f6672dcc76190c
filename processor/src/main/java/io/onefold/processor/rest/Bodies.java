package io.onefold.processor.rest;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Bodies of requests, read in bounded memory. */
final class Bodies {
  /**
   * How much of a body that is too large is read and thrown away: most clients send all of it
   * before they read the answer, and would not see one that came earlier.
   */
  private static final long MOST_DRAINED = 128L << 20;

  private static final int CHUNK = 64 * 1024;

  private Bodies() {}

  /** The body; an empty one where none came. */
  static InputStream orEmpty(@Nullable InputStream body) {
    return body == null ? InputStream.nullInputStream() : body;
  }

  /**
   * The whole body.
   *
   * @param limit the most that is read, in bytes
   * @param what is too large, for the message
   * @throws ProblemException if it is larger, or ends before its declared length
   */
  static byte[] read(InputStream body, int limit, String what) {
    byte[] bytes;
    try {
      bytes = body.readNBytes(limit + 1);
    } catch (IOException e) {
      throw Problem.of(ProblemType.BAD_REQUEST, "the body could not be read to its end: " + e)
          .exception();
    }
    if (bytes.length > limit) {
      drain(body);
      throw Problem.of(
              ProblemType.TOO_LARGE,
              what + " is too large; allowed are at most " + limit + " bytes")
          .exception();
    }
    return bytes;
  }

  private static void drain(InputStream body) {
    byte[] chunk = new byte[CHUNK];
    try {
      long drained = 0;
      for (int n = 0; n >= 0 && drained < MOST_DRAINED; n = body.read(chunk)) {
        drained += n;
      }
    } catch (IOException e) {
      // The client gave up; there is nobody to answer.
    }
  }
}
