package io.onefold.schema.sealing;

/** A payload can not be sealed or opened. The message tells no secret. */
public final class SealingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What stands in the way. */
  public enum Kind {
    /** The operation has no key: what it sealed, if anything, cannot be opened here. */
    NO_KEY,
    /** The operation's key was erased on request. */
    ERASED,
    /** The key is wrapped under a key that this installation does not have. */
    UNKNOWN_INSTALLATION_KEY,
    /** Bytes were changed, or belong to another operation. */
    BROKEN,
    /** The topic of the keys cannot be read or written now. */
    UNAVAILABLE
  }

  private final Kind kind;

  /** With one sentence, without its full stop. */
  public SealingException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  SealingException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What stands in the way. */
  public Kind kind() {
    return kind;
  }
}
