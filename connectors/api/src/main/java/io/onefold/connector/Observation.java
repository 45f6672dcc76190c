package io.onefold.connector;

import io.onefold.destination.Normaliser;
import java.util.List;
import java.util.Optional;

/** What one readback saw. */
public sealed interface Observation {
  /**
   * How was asked: {@code id}, {@code reference}, {@code list}, {@code public-url}, {@code job};
   * empty where nothing could be asked.
   */
  String method();

  /** One sentence for people. */
  String message();

  /**
   * Something of this operation is there.
   *
   * @param matches how many items matched, at least 1
   * @param observedHash SHA-256 over the observed content fields, {@code sha256:} and 64 hex digits
   * @param normalisers what bridged a difference; empty where the content was equal
   */
  record Found(
      Kind kind,
      String method,
      int matches,
      Optional<String> providerId,
      Optional<String> publicUrl,
      Optional<String> observedHash,
      List<Normaliser> normalisers,
      String message)
      implements Observation {
    /** How it compares with what was approved. */
    public enum Kind {
      MATCH,
      NORMALISED,
      MANY,
      MISMATCH,
      WRONG_ACCOUNT,
      REMOVED,
      PARTIAL
    }
  }

  /**
   * Nothing of this operation is there.
   *
   * @param jobFailed the destination says that it gave the job up
   * @param complete every page and state was seen by a way of asking that can prove absence
   */
  record NotFound(boolean jobFailed, boolean complete, String method, String message)
      implements Observation {}

  /** The destination could not tell. */
  record Inconclusive(Why why, String method, String message) implements Observation {
    /** Why not. */
    public enum Why {
      UNAVAILABLE,
      INCOMPLETE,
      CACHED,
      JOB_PENDING,
      UNREADABLE,
      NOTHING_TO_ASK
    }
  }
}
