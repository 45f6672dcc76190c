package io.onefold.topology;

/**
 * The ledger does not start, because starting could lose or double something. The message says what
 * to do.
 */
public class StartRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean rebuildHelps;

  /** With what is wrong, where, and what is allowed. */
  public StartRefusedException(String message) {
    this(message, false);
  }

  /** With what is wrong and what caused it. */
  public StartRefusedException(String message, Throwable cause) {
    super(message, cause);
    this.rebuildHelps = false;
  }

  /**
   * With what is wrong and what may mend it.
   *
   * @param rebuildHelps as {@link #rebuildHelps()} tells
   */
  public StartRefusedException(String message, boolean rebuildHelps) {
    super(message);
    this.rebuildHelps = rebuildHelps;
  }

  /** True if {@code onefold rebuild} mends at least a part of what is wrong. */
  public boolean rebuildHelps() {
    return rebuildHelps;
  }
}
