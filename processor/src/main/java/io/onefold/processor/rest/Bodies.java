package io.onefold.processor.rest;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Bodies of requests, read in bounded memory. */
final class Bodies {
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
      throw Problem.of(
              ProblemType.TOO_LARGE,
              what + " is too large; allowed are at most " + limit + " bytes")
          .exception();
    }
    return bytes;
  }
}
