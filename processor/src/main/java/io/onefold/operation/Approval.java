package io.onefold.operation;

import java.time.Instant;

/**
 * The policy decision behind an intent.
 *
 * @param payloadHash hash of the exact bytes that were decided on
 */
public record Approval(String policy, Verdict decision, String by, Instant at, String payloadHash) {
  /** What was decided. */
  public enum Verdict {
    APPROVED,
    DENIED
  }
}
