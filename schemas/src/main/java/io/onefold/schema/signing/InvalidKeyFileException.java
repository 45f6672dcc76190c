package io.onefold.schema.signing;

/** A key file that cannot be used; the message names it, what is wrong and what is allowed. */
public final class InvalidKeyFileException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  InvalidKeyFileException(String message) {
    super(message);
  }

  InvalidKeyFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
