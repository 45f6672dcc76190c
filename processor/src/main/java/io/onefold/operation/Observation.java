package io.onefold.operation;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What one readback saw.
 *
 * @param complete every page and state was seen; only a complete NOT_FOUND can prove absence
 * @param matches number of matching items
 * @param normalisers names of those that bridged a difference
 * @param observedAt worker's clock, for the record only
 */
public record Observation(
    Kind kind,
    String method,
    boolean complete,
    int matches,
    Optional<String> providerId,
    Optional<String> publicUrl,
    Optional<String> observedHash,
    List<String> normalisers,
    String message,
    Instant observedAt) {

  public Observation {
    normalisers = List.copyOf(normalisers);
  }

  /** The three answers. */
  public enum Result {
    FOUND,
    NOT_FOUND,
    INCONCLUSIVE
  }

  /** Every kind of answer. */
  public enum Kind {
    MATCH(Result.FOUND),
    NORMALISED(Result.FOUND),
    MANY(Result.FOUND),
    MISMATCH(Result.FOUND),
    WRONG_ACCOUNT(Result.FOUND),
    REMOVED(Result.FOUND),
    PARTIAL(Result.FOUND),
    ABSENT(Result.NOT_FOUND),
    JOB_FAILED(Result.NOT_FOUND),
    UNAVAILABLE(Result.INCONCLUSIVE),
    INCOMPLETE(Result.INCONCLUSIVE),
    CACHED(Result.INCONCLUSIVE),
    JOB_PENDING(Result.INCONCLUSIVE),
    UNREADABLE(Result.INCONCLUSIVE),
    NOTHING_TO_ASK(Result.INCONCLUSIVE);

    private final Result result;

    Kind(Result result) {
      this.result = result;
    }

    /** Which of the three answers it is. */
    public Result result() {
      return result;
    }
  }

  /** Which of the three answers it is. */
  public Result result() {
    return kind.result();
  }

  /** True if it shows the one right item. */
  public boolean allRight() {
    return kind == Kind.MATCH || kind == Kind.NORMALISED;
  }

  /** The reason that a person must know; only for a FOUND that is not all right. */
  public Reason concern() {
    return switch (kind) {
      case MANY -> Reason.DUPLICATE_EFFECTS;
      case MISMATCH -> Reason.CONTENT_MISMATCH;
      case WRONG_ACCOUNT -> Reason.IDENTITY_MISMATCH;
      case REMOVED -> Reason.REMOTE_REMOVED;
      case PARTIAL -> Reason.PARTIAL_EFFECT;
      case MATCH,
          NORMALISED,
          ABSENT,
          JOB_FAILED,
          UNAVAILABLE,
          INCOMPLETE,
          CACHED,
          JOB_PENDING,
          UNREADABLE,
          NOTHING_TO_ASK ->
          throw new IllegalStateException(kind + " is nothing to be concerned about");
    };
  }
}
