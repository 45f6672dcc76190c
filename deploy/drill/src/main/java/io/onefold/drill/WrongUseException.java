package io.onefold.drill;

/** The drill cannot be done in this way; the message says why and what is allowed. */
final class WrongUseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WrongUseException(String message) {
    super(message);
  }

  WrongUseException(String message, Throwable cause) {
    super(message, cause);
  }
}
