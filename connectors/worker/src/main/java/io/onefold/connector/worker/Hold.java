package io.onefold.connector.worker;

/** Why an offer is not claimed yet. */
public enum Hold {
  /** A deferral closed the account, or one attempt goes first after it. */
  DEFERRED,
  /** As many attempts are in flight as the answers so far justify. */
  WINDOW,
  /** As many attempts are in flight as {@code limits.concurrency} allows. */
  CONCURRENCY,
  /** {@code limits.rate} allows the next attempt later. */
  RATE,
  /** The worker itself has no room. */
  WORKER
}
