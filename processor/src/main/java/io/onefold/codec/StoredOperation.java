package io.onefold.codec;

import io.onefold.operation.Intent;
import io.onefold.operation.OperationState;
import io.onefold.schema.PayloadHash;
import io.onefold.schema.SignatureRecord;
import java.time.Instant;
import java.util.Map;
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
 * @param trace headers that carry the trace it belongs to; empty if it belongs to none. What is
 *     decided does not depend on them, and they are in no event
 */
public record StoredOperation(
    OperationState state,
    String chain,
    long firstEventAtMs,
    long lastEventAtMs,
    long scheduledAtMs,
    Optional<ReceiptMark> receipt,
    Map<String, String> trace) {

  /** Stands nowhere in the timer store. */
  public static final long UNSCHEDULED = -1;

  /** Chain value before the first event. */
  public static final String CHAIN_START = "0".repeat(64);

  private static final String EMPTY_HASH = PayloadHash.ofBytes(new byte[0]).value();

  public StoredOperation {
    trace = Map.copyOf(trace);
  }

  /** An operation that belongs to no trace. */
  public StoredOperation(
      OperationState state,
      String chain,
      long firstEventAtMs,
      long lastEventAtMs,
      long scheduledAtMs,
      Optional<ReceiptMark> receipt) {
    this(state, chain, firstEventAtMs, lastEventAtMs, scheduledAtMs, receipt, Map.of());
  }

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
   * What is stored after one more event. A receipt that follows from it is not signed yet.
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
    return new StoredOperation(
        after, chain, firstEventAtMs, at.toEpochMilli(), scheduledMs, mark, trace);
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

  /** The same, belonging to this trace. */
  public StoredOperation inTrace(Map<String, String> other) {
    return new StoredOperation(
        state, chain, firstEventAtMs, lastEventAtMs, scheduledAtMs, receipt, other);
  }

  /** The same with a receipt that has this signature. */
  public StoredOperation signed(SignatureRecord signature) {
    Optional<ReceiptMark> mark =
        receipt.map(m -> new ReceiptMark(m.sequence(), m.chain(), Optional.of(signature)));
    return new StoredOperation(
        state, chain, firstEventAtMs, lastEventAtMs, scheduledAtMs, mark, trace);
  }

  /** The same, standing elsewhere in the timer store. */
  public StoredOperation scheduledAt(long atMs) {
    return new StoredOperation(state, chain, firstEventAtMs, lastEventAtMs, atMs, receipt, trace);
  }

  /**
   * The event that ended an operation.
   *
   * @param sequence its journal sequence
   * @param chain its chain value
   * @param signature of the receipt, as it was published; empty if the ledger had no key
   */
  public record ReceiptMark(long sequence, String chain, Optional<SignatureRecord> signature) {
    /** The mark of a receipt without signature. */
    public ReceiptMark(long sequence, String chain) {
      this(sequence, chain, Optional.empty());
    }
  }
}
