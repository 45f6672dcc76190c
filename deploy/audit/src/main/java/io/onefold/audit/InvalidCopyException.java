package io.onefold.audit;

/** A copy of a checkpoint cannot be used; the message names the file, the line and why. */
public final class InvalidCopyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvalidCopyException(String message) {
    super(message);
  }
}
