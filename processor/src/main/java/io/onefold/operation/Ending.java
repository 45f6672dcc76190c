package io.onefold.operation;

import java.time.Instant;
import java.util.Optional;

/**
 * How and why an operation ended.
 *
 * @param reason why it was rejected; empty otherwise
 * @param readback the readback that the ending rests on
 * @param review the decision that the ending rests on
 */
public record Ending(
    Outcome outcome,
    Instant at,
    Optional<Reason> reason,
    String text,
    Level evidence,
    Optional<Observation> readback,
    Optional<String> providerId,
    Optional<String> publicUrl,
    Optional<Review> review) {

  /** What is final. */
  public enum Outcome {
    VERIFIED,
    REJECTED,
    RESOLVED_DONE,
    RESOLVED_NOT_DONE,
    RESOLVED_UNKNOWN;

    /** True if the ending says that the effect exists. */
    boolean saysDone() {
      return this == VERIFIED || this == RESOLVED_DONE;
    }
  }

  /** What the ending rests on. */
  public enum Level {
    READBACK,
    PROVIDER_ACK,
    REVIEWER,
    /** The ledger's own rules, before anything was sent, or the destination's refusal. */
    REFUSAL
  }
}
