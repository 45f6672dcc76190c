package io.onefold.schema;

/** An intent that is refused as it stands. The message is a sentence for the caller. */
public final class InvalidIntentException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** The field of a problem that concerns the whole text. */
  public static final String WHOLE = "intent";

  /** What is wrong, coarsely. */
  public enum Kind {
    /** The bytes are not UTF-8. */
    NOT_UTF8,
    /** The text is not JSON. */
    BROKEN_JSON,
    /** Something follows the JSON object. */
    TRAILING_CONTENT,
    /** The JSON value is not an object. */
    NOT_AN_OBJECT,
    /** An object names one field twice. */
    DUPLICATE_FIELD,
    /** A field that no intent has. */
    UNKNOWN_FIELD,
    /** A required field is not there. */
    MISSING_FIELD,
    /** Two fields exclude each other. */
    CONTRADICTION,
    /** A value of another JSON type. */
    WRONG_TYPE,
    /** A value outside of what is allowed. */
    BAD_VALUE,
    /** The text or its payload is larger than the limit; REST answers 413. */
    TOO_LARGE
  }

  private final Kind kind;
  private final String field;

  /** A problem of {@code field}; {@code problem} continues a sentence that the field begins. */
  public InvalidIntentException(Kind kind, String field, String problem) {
    super(PrintableText.shown(field) + " " + problem);
    this.kind = kind;
    this.field = PrintableText.shown(field);
  }

  /** What is wrong, coarsely. */
  public Kind kind() {
    return kind;
  }

  /**
   * The place: a field such as {@code approval.payloadHash}, a place inside the payload such as
   * {@code payload/lines/0/amount}, or {@value #WHOLE} for the whole text. Unprintable characters
   * in it are escaped, and it is cut after 120 characters.
   */
  public String field() {
    return field;
  }
}
