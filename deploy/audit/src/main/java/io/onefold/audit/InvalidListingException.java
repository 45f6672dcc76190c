package io.onefold.audit;

/** A listing cannot be used; the message names the file, the line and what is allowed. */
public final class InvalidListingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvalidListingException(String message) {
    super(message);
  }
}
