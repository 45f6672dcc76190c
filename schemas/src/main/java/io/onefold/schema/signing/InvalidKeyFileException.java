package io.onefold.schema.signing;

/** A key file that cannot be used; the message names it, what is wrong and what is allowed. */
public final class InvalidKeyFileException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** The message names the file, what is wrong and what is allowed. */
  public InvalidKeyFileException(String message) {
    super(message);
  }

  /** The same with what lies behind it. */
  public InvalidKeyFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
