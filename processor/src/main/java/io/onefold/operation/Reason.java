package io.onefold.operation;

/**
 * Why an operation was refused, ended without its effect, or needs a person; each names the first
 * stage that broke.
 */
public enum Reason {
  MISSING_APPROVAL(Stage.POLICY_ADMISSION),
  APPROVAL_DENIED(Stage.POLICY_ADMISSION),
  PAYLOAD_NOT_APPROVED(Stage.POLICY_ADMISSION),
  PAYLOAD_CONFLICT(Stage.POLICY_ADMISSION),
  UNKNOWN_DESTINATION(Stage.POLICY_ADMISSION),
  /** The contract's body template cannot be filled from the intent. */
  BODY_NOT_RENDERED(Stage.POLICY_ADMISSION),
  /**
   * At admission: the intent names another account than the contract; later: the destination shows
   * another one.
   */
  IDENTITY_MISMATCH(Stage.POLICY_ADMISSION),
  STALE_INTENT(Stage.POLICY_ADMISSION),
  EXPIRED(Stage.POLICY_ADMISSION),
  CANCELLED(Stage.POLICY_ADMISSION),
  /** No worker claimed it in time. */
  NOT_CLAIMED(Stage.CLAIM),
  AUTHORIZATION(Stage.PROVIDER_AUTHORIZATION),
  REJECTED_BY_DESTINATION(Stage.WRITE_REQUEST),
  REDIRECTED(Stage.WRITE_REQUEST),
  ASYNC_FAILED(Stage.WRITE_REQUEST),
  KEY_WINDOW_PASSED(Stage.WRITE_REQUEST),
  RETRY_BUDGET_SPENT(Stage.WRITE_REQUEST),
  NO_READBACK(Stage.READBACK),
  READBACK_UNAVAILABLE(Stage.READBACK),
  DUPLICATE_EFFECTS(Stage.READBACK),
  CONTENT_MISMATCH(Stage.READBACK),
  REMOTE_REMOVED(Stage.READBACK),
  PARTIAL_EFFECT(Stage.READBACK),
  CONTRADICTING_EVIDENCE(Stage.READBACK),
  /** Evidence about an operation that the ledger does not know. */
  STATE_GAP(Stage.RECEIPT_PERSISTENCE);

  private final Stage stage;

  Reason(Stage stage) {
    this.stage = stage;
  }

  /** The first stage that broke, unless the event says otherwise. */
  public Stage stage() {
    return stage;
  }

  /** Stages of an operation, in order. */
  public enum Stage {
    POLICY_ADMISSION,
    CLAIM,
    PROVIDER_AUTHORIZATION,
    WRITE_REQUEST,
    READBACK,
    RECEIPT_PERSISTENCE
  }
}
