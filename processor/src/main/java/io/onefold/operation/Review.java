package io.onefold.operation;

import java.time.Instant;
import java.util.Optional;

/**
 * The decision of an authorised person.
 *
 * @param sequence the journal sequence that it was based on
 * @param force allows an attempt beyond the spent budget; lifts nothing else
 */
public record Review(
    Action action,
    String reason,
    String reviewer,
    long sequence,
    Optional<String> providerId,
    Optional<String> publicUrl,
    Optional<String> evidence,
    boolean force,
    Instant reviewedAt) {

  /** What can be decided. */
  public enum Action {
    CONFIRM_DONE,
    CONFIRM_NOT_DONE,
    AUTHORISE_RETRY,
    RECHECK,
    APPROVE,
    CANCEL,
    /** Closes an open notice, such as a conflict, without changing the operation. */
    ACKNOWLEDGE
  }
}
