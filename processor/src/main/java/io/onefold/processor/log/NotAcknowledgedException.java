package io.onefold.processor.log;

/** The broker did not acknowledge a record in time; whether it is stored is unknown. */
public final class NotAcknowledgedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** No acknowledgement came, because of {@code cause}. */
  public NotAcknowledgedException(String message, Throwable cause) {
    super(message, cause);
  }
}
