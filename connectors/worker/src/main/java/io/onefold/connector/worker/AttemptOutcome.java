package io.onefold.connector.worker;

import io.onefold.connector.Evidence;
import io.onefold.connector.SendResult;
import java.time.Instant;
import java.util.Optional;

/**
 * How an attempt ended.
 *
 * @param result what the send told
 * @param readback the first look, asked right after an accepted send
 * @param startedAt when the first byte was about to leave; empty: nothing was started
 * @param endedAt when the attempt ended
 */
public record AttemptOutcome(
    SendResult result, Optional<Seen> readback, Optional<Instant> startedAt, Instant endedAt) {

  /** An attempt that wrote no byte. Only the owner of its claim may say so. */
  static AttemptOutcome notSent(SendResult.NotSent.Why why, String message, Instant endedAt) {
    return unstarted(new SendResult.NotSent(why, message, Evidence.NONE), endedAt);
  }

  static AttemptOutcome unstarted(SendResult result, Instant endedAt) {
    return new AttemptOutcome(result, Optional.empty(), Optional.empty(), endedAt);
  }
}
