package io.onefold.topology;

/**
 * The ledger does not start, because starting could lose or double something. The message says what
 * to do.
 */
public class StartRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With what is wrong, where, and what is allowed. */
  public StartRefusedException(String message) {
    super(message);
  }

  /** With what is wrong and what caused it. */
  public StartRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
