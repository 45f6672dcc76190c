package io.onefold.connector;

import java.time.Duration;
import java.util.Optional;

/** How an attempt ended, as far as the connector can tell. */
public sealed interface SendResult {
  /** One sentence for people. */
  String message();

  /** What the answer told. */
  Evidence evidence();

  /** The idempotency key that was put on the wire. */
  Optional<String> idempotencyKey();

  /** The destination says that it did it. */
  record Accepted(String message, Evidence evidence, Optional<String> idempotencyKey)
      implements SendResult {}

  /** The destination promises to do it later. */
  record AcceptedLater(String message, Evidence evidence, Optional<String> idempotencyKey)
      implements SendResult {}

  /** The destination definitely did not and will not do it. */
  record Refused(
      Refused.Why why, String message, Evidence evidence, Optional<String> idempotencyKey)
      implements SendResult {
    /** Kind of refusal. */
    public enum Why {
      REJECTED_BY_DESTINATION,
      AUTHORIZATION,
      IDENTITY_MISMATCH
    }
  }

  /** Definitely not done; the account must wait {@code retryAfter} before the next write. */
  record Deferred(
      Duration retryAfter, String message, Evidence evidence, Optional<String> idempotencyKey)
      implements SendResult {}

  /**
   * Provably no byte of the request left, or the contract documents that this answer means not
   * executed.
   */
  record NotSent(NotSent.Why why, String message, Evidence evidence) implements SendResult {
    /** What stood in the way. */
    public enum Why {
      NAME_NOT_RESOLVED,
      CONNECTION_REFUSED,
      CONNECT_TIMEOUT,
      TLS_FAILED,
      LEASE_TOO_SHORT,
      CONTRACT_MISMATCH,
      IDENTITY_UNKNOWN,
      NOT_COMMITTED,
      GIVEN_UP
    }

    @Override
    public Optional<String> idempotencyKey() {
      return Optional.empty();
    }
  }

  /** It may or may not have happened. */
  record Unknown(
      Unknown.Why why, String message, Evidence evidence, Optional<String> idempotencyKey)
      implements SendResult {
    /** What was seen last. */
    public enum Why {
      TIMEOUT,
      CONNECTION_LOST,
      SERVER_ERROR,
      UNREADABLE_ANSWER,
      ANSWER_WITHOUT_ID,
      REDIRECTED,
      KEY_IN_FLIGHT,
      KEY_MISMATCH,
      BY_RULE,
      INTERRUPTED
    }
  }
}
