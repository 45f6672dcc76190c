package io.onefold.operation;

import java.time.Instant;
import java.util.List;

/** What the ledger concluded from one input. */
public sealed interface Step {

  /** The state stays. */
  record Stay(Remark remark, String text) implements Step {}

  /** Why the state stays. */
  enum Remark {
    DUPLICATE_INTENT,
    CLAIM_REFUSED,
    /** The destination is suspended; it is offered again when that ends. */
    HELD,
    EVIDENCE_KEPT,
    JOURNALLED,
    REVIEW_REFUSED,
    NOTICE_CLOSED,
    INTERVALS_RESTARTED,
    SETTLED,
    ATTEMPT_OVER
  }

  /** The state stays, and a person must know. */
  record Notify(Reason reason, String text, List<String> fields) implements Step {
    public Notify {
      fields = List.copyOf(fields);
    }
  }

  /** A new token, offered from {@code dispatchAt} on. */
  record Offer(Why why, Instant dispatchAt) implements Step {
    /** What allows it. */
    public enum Why {
      ADMITTED,
      /** The last attempt certainly did nothing. */
      NOT_COMMITTED,
      /** The destination was read back and has nothing. */
      PROVED_ABSENT,
      /** The destination deduplicates by key. */
      SAFE_REPLAY,
      /** A person authorised it. */
      AUTHORISED
    }
  }

  /** The current token is offered, for the first time or again. */
  record SendOffer() implements Step {}

  /** The single yes. */
  record GrantClaim(Instant leaseUntil) implements Step {}

  /** The destination is asked now. */
  record Ask() implements Step {}

  /** The destination is asked now, while the state stays: a person is waiting for what it says. */
  record AskAside() implements Step {}

  /** The destination is asked again later. */
  record AskLater(Instant at) implements Step {}

  /** A person must decide. */
  record Escalate(Reason reason, Reason.Stage stage, String text) implements Step {}

  /** The effect is proved. */
  record Verify(Ending.Level evidence) implements Step {}

  /** Nothing was done, for good. */
  record Reject(Reason reason, String text) implements Step {}

  /** A person's decision ends it. */
  record Resolve(Ending.Outcome outcome) implements Step {}

  /** Only the tombstone stays. */
  record Forget() implements Step {}
}
