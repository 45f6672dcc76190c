package io.onefold.guarantee;

/**
 * Attempts of one operation: each has a number that is granted once, to a claim that was made, and
 * each after the first has recorded evidence that allows it.
 */
public final class OneLiveAttempt extends PerOperation {
  /** For one run. */
  public OneLiveAttempt() {
    super(
        "At most one live attempt per operation. A second attempt is sent only with recorded"
            + " evidence that the first did not commit, or where the provider itself deduplicates"
            + " by key, or on an authorised decision.",
        AttemptAccount::new);
  }
}
