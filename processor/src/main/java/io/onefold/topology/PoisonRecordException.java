package io.onefold.topology;

/** A record that no decision can be made about; it goes to the dead letters with this message. */
final class PoisonRecordException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;

  /**
   * With its reason and one sentence for people.
   *
   * @param reason {@code UNREADABLE_RECORD} or {@code ID_NOT_CANONICAL}
   */
  PoisonRecordException(String reason, String message) {
    super(message);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}
