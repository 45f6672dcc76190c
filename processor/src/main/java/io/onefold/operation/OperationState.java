package io.onefold.operation;

import java.time.Instant;
import java.util.Optional;

/** The state of one operation. */
public sealed interface OperationState {
  /** The operation ID. */
  String operationId();

  /** Number of the newest journal event; 0 if there is none. */
  long sequence();

  /**
   * Nothing was ever asked for under this ID. Inputs that do not concern it may still have been
   * journalled.
   *
   * @param sequence number of the newest such event, 0 if there is none
   */
  record Absent(String operationId, long sequence) implements OperationState {}

  /** An operation that the ledger remembers in full. */
  sealed interface Known extends OperationState {
    /** What is remembered. */
    Operation operation();

    @Override
    default String operationId() {
      return operation().id();
    }

    @Override
    default long sequence() {
      return operation().sequence();
    }
  }

  /**
   * Waits for a claim.
   *
   * @param offered false while a delay runs before the attempt is first offered
   */
  record Ready(Operation operation, boolean offered) implements Known {
    /** True if nothing but a claim, or an open destination, is waited for. */
    public boolean isDue(Instant now) {
      return offered
          || operation.timers().at(Timers.Kind.OFFER).filter(t -> t.isAfter(now)).isEmpty();
    }
  }

  /** One worker holds the grant. */
  record Claimed(Operation operation) implements Known {}

  /** An attempt may have had its effect; the destination is being asked. */
  record CommitUnknown(Operation operation) implements Known {}

  /** Waits for a person. */
  record Unresolved(Operation operation, Concern concern) implements Known {}

  /** An operation that never changes again. */
  sealed interface Final extends Known {
    /** How it ended. */
    Ending ending();
  }

  /** The effect was read back. */
  record Verified(Operation operation, Ending ending) implements Final {}

  /** It was refused and has no effect. */
  record Rejected(Operation operation, Ending ending) implements Final {}

  /** A person decided. */
  record Resolved(Operation operation, Ending ending) implements Final {}

  /**
   * What stays of a final operation after the dedupe window.
   *
   * @param notice an open question, such as a conflict
   */
  record Forgotten(
      String operationId,
      long sequence,
      String destination,
      String payloadHash,
      Ending.Outcome outcome,
      Instant endedAt,
      Optional<String> providerId,
      long receiptSequence,
      Optional<Concern> notice)
      implements OperationState {}
}
