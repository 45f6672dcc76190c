package io.onefold.guarantee;

/** What the promise rests on, as the README and the contract of a destination state it. */
public enum Assumption {
  /**
   * {@code settle} covers the time until a write that was given up is carried out and can be read.
   */
  SETTLE_IS_LONG_ENOUGH,
  /**
   * {@code absence.after: lease-end} only: no worker is frozen between its last clock check and the
   * first byte for longer than margin and {@code settle}.
   */
  PAUSES_ARE_BOUNDED,
  /** The destination knows an idempotency key for as long as its contract says. */
  KEYS_ARE_REMEMBERED,
  /** The contract calls refused or not sent only what stored nothing. */
  CLASSIFICATION_IS_TRUE,
  /** A complete readback that the contract calls a proof tells the truth once it has settled. */
  READBACK_IS_TRUE,
  /** A person decides by what the destination really holds. */
  REVIEWERS_ARE_TRUTHFUL,
  /** Kafka keeps what it has acknowledged. */
  KAFKA_KEEPS_RECORDS
}
