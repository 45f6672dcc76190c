package io.onefold.access;

import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * A token that somebody was given.
 *
 * @param sha256 of its UTF-8 bytes; the token itself is nowhere here
 * @param expires from then on it is refused; empty: never
 */
@SuppressWarnings("ArrayRecordComponent") // compared in constant time only, as bytes
record StaticToken(Caller caller, byte[] sha256, Optional<Instant> expires) {
  /**
   * The least length of a token. With that length, and as long as people let a machine choose, a
   * token cannot be guessed, so a plain hash is enough to keep it.
   */
  static final int SHORTEST = 32;

  StaticToken {
    sha256 = sha256.clone();
  }

  boolean isValid(Instant now) {
    return expires.filter(end -> !now.isBefore(end)).isEmpty();
  }

  @Override
  public String toString() {
    return "StaticToken[" + caller + ", " + Arrays.hashCode(sha256) + ", " + expires + "]";
  }
}
