package io.onefold.connector.worker;

import java.time.Duration;
import java.time.Instant;

/**
 * The right to make one attempt that this process has asked for. It lives in memory only: never
 * logged, never stored.
 *
 * @param claimId the secret name of the claim, used once
 * @param operationId the operation
 * @param token number of the attempt, from 1
 * @param destination name of the destination contract, whose limits it counts against
 * @param partition partition of the offer
 * @param tcNanos monotonic time, noted before the claim was produced
 * @param tc wall-clock time of the same moment
 * @param patience how long it counts against the window while nobody grants it
 * @param life after this long no call could start any more
 */
public record Claim(
    String claimId,
    String operationId,
    int token,
    String destination,
    int partition,
    long tcNanos,
    Instant tc,
    Duration patience,
    Duration life) {

  Errand errand() {
    return new Errand(operationId, destination, token);
  }

  boolean olderThan(Duration age, long nowNanos) {
    return nowNanos - tcNanos >= age.toNanos();
  }

  /** Leaves the claim ID out, so that no log line can carry it. */
  @Override
  public String toString() {
    return "Claim[operation=" + operationId + ", token=" + token + "]";
  }
}
