package io.onefold.codec;

import io.onefold.operation.OperationState;
import java.util.Optional;

/**
 * Value of the operation store: the state, and where it stands in the journal.
 *
 * @param chain chain value of the newest event: 64 lower-case hex digits
 * @param firstEventAtMs time of the first event: milliseconds since 1970-01-01T00:00:00Z
 * @param lastEventAtMs time of the newest event
 * @param receipt the event that the receipt names; empty while there is none
 */
public record StoredOperation(
    OperationState state,
    String chain,
    long firstEventAtMs,
    long lastEventAtMs,
    Optional<ReceiptMark> receipt) {

  /**
   * The event that ended an operation.
   *
   * @param sequence its journal sequence
   * @param chain its chain value
   */
  public record ReceiptMark(long sequence, String chain) {}
}
