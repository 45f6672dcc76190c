package io.onefold.schema;

import java.util.Objects;

/** JSON that cannot be read, or that cannot be carried without changing what it says. */
public final class InvalidJsonException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** What is wrong, coarsely. */
  public enum Kind {
    /** The bytes are not UTF-8. */
    NOT_UTF8,
    /** The text is not JSON, or is nested too deeply. */
    BROKEN,
    /** Something follows the JSON value. */
    TRAILING_CONTENT,
    /** An object names one key twice. */
    DUPLICATE_KEY,
    /** A value that canonical JSON cannot carry exactly. */
    NOT_EXACT
  }

  private final Kind kind;
  private final String pointer;

  InvalidJsonException(Kind kind, String pointer, String message) {
    super(message);
    this.kind = kind;
    this.pointer = pointer;
  }

  /** What is wrong, as the rest of a sentence or with its subject. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }

  /** What is wrong, coarsely. */
  public Kind kind() {
    return kind;
  }

  /** JSON Pointer (RFC 6901) to the place; empty for the whole text. */
  public String pointer() {
    return pointer;
  }
}
