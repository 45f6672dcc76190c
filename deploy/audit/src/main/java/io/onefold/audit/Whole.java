package io.onefold.audit;

import org.jspecify.annotations.Nullable;

/**
 * What a value was before anything was left out of it.
 *
 * @param bytes how long it was; -1 if there was none
 * @param digest of as much of it as a dead letter holds at most
 */
record Whole(int bytes, String digest) {
  static Whole of(byte @Nullable [] value) {
    return value == null
        ? new Whole(-1, "")
        : new Whole(value.length, Hashes.ofBeginning(value, DeadLetters.MOST_VALUE_BYTES));
  }

  /** True if this value of a letter is what the ledger makes of that of a record. */
  boolean isLetterAbout(Whole original) {
    return bytes == Math.min(original.bytes, DeadLetters.MOST_VALUE_BYTES)
        && digest.equals(original.digest);
  }
}
