package io.onefold.topology;

/**
 * Words for what does not go on.
 *
 * @param applicationId name of the ledger
 */
record Gaps(String applicationId) {
  /** A partition whose state must not be decided on, and why not. */
  StateGapException in(int partition, String what) {
    return new StateGapException(
        partition,
        "the state of partition %d does not go on where the log ends (STATE_GAP): %s; nothing is sent on it; stop all instances and run: onefold rebuild --application-id %s"
            .formatted(partition, what, applicationId));
  }

  /** The same, because a store is older than the others. */
  StateGapException behind(int partition, String store, String what) {
    return in(
        partition,
        "the store '%s' (topic %s) lacks its newest entry, %s"
            .formatted(store, Stores.changelog(applicationId, store), what));
  }
}
