package io.onefold.operation;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * The rules of one destination, copied into an operation at admission: they do not change under a
 * running operation.
 *
 * @param hasReadback the destination can be asked at all
 * @param providerAckCloses an acknowledgement alone closes the operation, where nothing can be read
 *     back
 * @param sendTimeout longest time one call may take
 * @param offerEvery time between two offers of an unclaimed attempt
 * @param offerLimit after this long unclaimed or unsendable a person decides
 * @param safeReplayWindow how long after the first send a replay under the same key is safe; empty:
 *     never
 * @param absenceProves a counting NOT_FOUND means that nothing was stored
 * @param absenceNeedsReport and counts only if the attempt is known to be over, not merely its
 *     lease
 * @param confirmations counting readbacks that must agree, at least 1
 * @param jobAllowance extra patience after a promise, zero where the destination has no jobs
 * @param attributesUsed intent attributes that the contract uses
 */
public record DestinationPolicy(
    String connector,
    String account,
    String environment,
    String pool,
    boolean approvalRequired,
    boolean hasReadback,
    boolean providerAckCloses,
    Duration lease,
    Duration settle,
    Duration sendTimeout,
    Growth attempts,
    int maxAttempts,
    Growth readbacks,
    Duration readbackDeadline,
    Duration offerEvery,
    Duration offerLimit,
    Duration dedupeWindow,
    Optional<Duration> safeReplayWindow,
    boolean absenceProves,
    boolean absenceNeedsReport,
    int confirmations,
    Duration jobAllowance,
    Set<String> attributesUsed) {

  private static final Duration MOST_KEY_SLACK = Duration.ofMinutes(5);

  public DestinationPolicy {
    attributesUsed = Set.copyOf(attributesUsed);
  }

  /**
   * A delay that grows.
   *
   * @param initial the first delay, above zero
   * @param factor at least 1
   * @param max upper bound
   */
  public record Growth(Duration initial, double factor, Duration max) {
    /** The delay of the given round, from 0, without jitter. */
    public Duration delay(int round) {
      double millis = initial.toMillis() * Math.pow(factor, Math.min(round, 64));
      return millis >= max.toMillis() ? max : Duration.ofMillis(Math.max(1, Math.round(millis)));
    }
  }

  /**
   * True if an attempt granted now would certainly end inside the key's window. The slack covers
   * differences between our count of the window and the destination's.
   */
  public boolean replayIsSafe(Optional<Instant> firstSentAt, Instant grantedAt) {
    if (safeReplayWindow.isEmpty() || firstSentAt.isEmpty()) {
      return false;
    }
    Duration tenth = safeReplayWindow.get().dividedBy(10);
    Duration slack = tenth.compareTo(MOST_KEY_SLACK) < 0 ? tenth : MOST_KEY_SLACK;
    Instant lastSend = firstSentAt.get().plus(safeReplayWindow.get()).minus(slack);
    return grantedAt.plus(lease).isBefore(lastSend);
  }
}
