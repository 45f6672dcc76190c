package io.onefold.schema.signing;

/**
 * What a check of a signature found.
 *
 * @param kind the finding
 * @param text one sentence for people; for a valid one which key signed
 */
public record Verdict(Kind kind, String text) {
  /** The findings. */
  public enum Kind {
    /** A key of the set signed exactly this. */
    VALID,
    /** It carries no signature: nothing is proved either way. */
    UNSIGNED,
    /** The key that it names did not sign this: it was changed, or never signed. */
    ALTERED,
    /** It names a key that is not in the set. */
    UNKNOWN_KEY
  }

  /** True only if a key of the set signed exactly this. */
  public boolean valid() {
    return kind == Kind.VALID;
  }
}
