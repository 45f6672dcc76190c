package io.onefold.access;

import java.util.List;

/** An access file that cannot be used; the message has each mistake on a line of its own. */
public final class InvalidAccessException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvalidAccessException(List<String> mistakes) {
    super(String.join("\n", mistakes));
  }
}
