package io.onefold.codec;

/**
 * A record that decodes but says something no rule can be applied to. The message names field,
 * value and what is allowed.
 */
public final class UnreadableRecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With one sentence for people. */
  public UnreadableRecordException(String message) {
    super(message);
  }
}
