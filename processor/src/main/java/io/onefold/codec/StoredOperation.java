package io.onefold.codec;

import io.onefold.operation.Intent;
import io.onefold.operation.OperationState;
import io.onefold.schema.PayloadHash;
import java.time.Instant;
import java.util.Optional;

/**
 * Value of the operation store: the state, and where it stands in the journal.
 *
 * @param chain chain value of the newest event: 64 lower-case hex digits
 * @param firstEventAtMs time of the first event: milliseconds since 1970-01-01T00:00:00Z
 * @param lastEventAtMs time of the newest event
 * @param scheduledAtMs where it stands in the timer store: never later than its first timer, so
 *     that a timer that moves back costs no write; {@link #UNSCHEDULED} if nowhere
 * @param receipt the event that the receipt names; empty while there is none
 */
public record StoredOperation(
    OperationState state,
    String chain,
    long firstEventAtMs,
    long lastEventAtMs,
    long scheduledAtMs,
    Optional<ReceiptMark> receipt) {

  /** Stands nowhere in the timer store. */
  public static final long UNSCHEDULED = -1;

  /** Chain value before the first event. */
  public static final String CHAIN_START = "0".repeat(64);

  private static final String EMPTY_HASH = PayloadHash.ofBytes(new byte[0]).value();

  /** An operation of which nothing is stored. */
  public static StoredOperation absent(String operationId, long nowMs) {
    return new StoredOperation(
        new OperationState.Absent(operationId, 0),
        CHAIN_START,
        nowMs,
        nowMs,
        UNSCHEDULED,
        Optional.empty());
  }

  /**
   * What is stored after one more event.
   *
   * @param chain chain value of that event
   * @param at its time
   * @param scheduledMs where it stands in the timer store from now on
   */
  public StoredOperation followedBy(
      OperationState after, String chain, Instant at, long scheduledMs) {
    Optional<ReceiptMark> mark =
        after instanceof OperationState.Final
            ? receipt.or(() -> Optional.of(new ReceiptMark(after.sequence(), chain)))
            : Optional.empty();
    return new StoredOperation(after, chain, firstEventAtMs, at.toEpochMilli(), scheduledMs, mark);
  }

  /**
   * True if what is to be sent is missing, as after a replay of the journal, which does not hold
   * payloads.
   */
  public boolean lacksPayload() {
    if (!(state instanceof OperationState.Known known) || state instanceof OperationState.Final) {
      return false;
    }
    Intent intent = known.operation().intent();
    return intent.payload().length() == 0
        && !intent.payloadHash().isEmpty()
        && !intent.payloadHash().equals(EMPTY_HASH);
  }

  /** The same, standing elsewhere in the timer store. */
  public StoredOperation scheduledAt(long atMs) {
    return new StoredOperation(state, chain, firstEventAtMs, lastEventAtMs, atMs, receipt);
  }

  /**
   * The event that ended an operation.
   *
   * @param sequence its journal sequence
   * @param chain its chain value
   */
  public record ReceiptMark(long sequence, String chain) {}
}
