package io.onefold.operation;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How an attempt ended, as its worker tells it.
 *
 * @param detail why, in the worker's vocabulary; {@code NONE} where there is nothing to add
 * @param startedAt worker's clock, for the record only
 * @param retryAfter for DEFERRED
 * @param readback the first readback, asked by the worker itself
 */
public record SendReport(
    Result result,
    Detail detail,
    String message,
    Optional<Instant> startedAt,
    Instant endedAt,
    Optional<String> idempotencyKey,
    Evidence evidence,
    Optional<Duration> retryAfter,
    Optional<Observation> readback) {

  /** True if an ending like this is not held against the budget of attempts. */
  static boolean free(Result result, Detail detail) {
    return result.notCommitted() || detail == Detail.KEY_IN_FLIGHT;
  }

  /** The kinds of ending. */
  public enum Result {
    ACCEPTED,
    ACCEPTED_LATER,
    REFUSED,
    DEFERRED,
    NOT_SENT,
    UNKNOWN;

    /** Nothing was done and nothing will be: another attempt may follow. */
    public boolean notCommitted() {
      return this == DEFERRED || this == NOT_SENT;
    }
  }

  /** The details that rules look at, and those that only people read. */
  public enum Detail {
    NONE,
    TIMEOUT,
    CONNECTION_LOST,
    SERVER_ERROR,
    UNREADABLE_ANSWER,
    ANSWER_WITHOUT_ID,
    REDIRECTED,
    KEY_IN_FLIGHT,
    KEY_MISMATCH,
    BY_RULE,
    INTERRUPTED,
    AUTHORIZATION,
    REJECTED_BY_DESTINATION,
    IDENTITY_MISMATCH,
    NAME_NOT_RESOLVED,
    CONNECTION_REFUSED,
    CONNECT_TIMEOUT,
    TLS_FAILED,
    LEASE_TOO_SHORT,
    CONTRACT_MISMATCH,
    IDENTITY_UNKNOWN,
    NOT_COMMITTED,
    GIVEN_UP,
    RATE_LIMITED
  }
}
