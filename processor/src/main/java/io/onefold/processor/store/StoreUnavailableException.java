package io.onefold.processor.store;

/** The state cannot be read now, because it is being restored or handed to another instance. */
public final class StoreUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The state cannot be read now, because of {@code cause}. */
  public StoreUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
