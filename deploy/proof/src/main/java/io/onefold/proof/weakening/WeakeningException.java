package io.onefold.proof.weakening;

/** A weakening cannot be tried: its file, the sources or the compiler stand in the way. */
public final class WeakeningException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WeakeningException(String message) {
    super(message);
  }

  WeakeningException(String message, Throwable cause) {
    super(message, cause);
  }
}
