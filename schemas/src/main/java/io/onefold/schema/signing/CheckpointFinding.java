package io.onefold.schema.signing;

/**
 * A checkpoint that does not agree with the journal or with the checkpoints before it.
 *
 * @param kind what is wrong
 * @param partition where
 * @param number its number, as it says itself
 * @param text one sentence for people
 */
public record CheckpointFinding(Kind kind, int partition, long number, String text) {
  /** What may be wrong. */
  public enum Kind {
    /** The key that it names did not sign it. */
    SIGNATURE_WRONG,
    /** It names a key that is not in the set. */
    KEY_UNKNOWN,
    /** Its number is not the next one. */
    MISSING,
    /** It lies in another partition, or does not continue the one before it. */
    CHAIN_BROKEN,
    /** An event that it covers was removed, added, changed or moved. */
    JOURNAL_DIFFERS,
    /** It covers events that are not there. */
    AHEAD
  }

  static CheckpointFinding of(Kind kind, int partition, long number, String text) {
    return new CheckpointFinding(
        kind,
        partition,
        number,
        "checkpoint %d of partition %d: %s".formatted(number, partition, text));
  }
}
