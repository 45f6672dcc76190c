package io.onefold.processor.log;

/** A topic could not be read in time. */
public final class LogUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What was not read, and how long was tried. */
  public LogUnavailableException(String message) {
    super(message);
  }

  /** What was not read, because of {@code cause}. */
  public LogUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
