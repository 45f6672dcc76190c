package io.onefold.standalone.cli;

/**
 * What became of one line.
 *
 * @param line its number, from 1
 * @param operationId as written in the line; empty if it cannot be read
 * @param why what was wrong; empty if nothing was
 */
record Submitted(long line, String operationId, Disposition disposition, String why) {

  /** The ledger's word on an intent. */
  enum Disposition {
    /** Taken; the operation is new or waits for it. */
    ACCEPTED,
    /** Taken before, with the same content. */
    DUPLICATE,
    /** Not taken: the operation ID stands for other content. */
    CONFLICT,
    /** Not taken: the intent is wrong. */
    REFUSED;

    String label() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    boolean taken() {
      return this == ACCEPTED || this == DUPLICATE;
    }
  }

  /** What to call it in a list. */
  String label() {
    return operationId.isEmpty() ? "line " + line : operationId;
  }
}
