package io.onefold.audit;

/**
 * An open question.
 *
 * @param text what is known; {@link #OWN_WORDS} where the ledger words it by itself
 * @param openedBy sequence of the event that opened it
 */
record Concern(String reason, String stage, String text, long openedAtMs, long openedBy) {
  /** Stands for the sentence about an effect that had been ruled out, which no event holds. */
  static final String OWN_WORDS = "\u0000";

  /** What that sentence begins with in every released version. */
  static final String BEGINNING = "an attempt before attempt ";

  /** The stage that breaks with a reason, unless the event says otherwise. */
  static String stageOf(String reason) {
    return switch (reason) {
      case "NOT_CLAIMED" -> "CLAIM";
      case "AUTHORIZATION" -> "PROVIDER_AUTHORIZATION";
      case "REJECTED_BY_DESTINATION",
          "REDIRECTED",
          "ASYNC_FAILED",
          "KEY_WINDOW_PASSED",
          "RETRY_BUDGET_SPENT" ->
          "WRITE_REQUEST";
      case "NO_READBACK",
          "READBACK_UNAVAILABLE",
          "DUPLICATE_EFFECTS",
          "CONTENT_MISMATCH",
          "REMOTE_REMOVED",
          "PARTIAL_EFFECT",
          "CONTRADICTING_EVIDENCE" ->
          "READBACK";
      case "STATE_GAP" -> "RECEIPT_PERSISTENCE";
      default -> "POLICY_ADMISSION";
    };
  }
}
