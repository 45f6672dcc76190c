package io.onefold.processor.log;

import io.onefold.operation.Origin;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.Intent;
import io.onefold.schema.Review;

/** The input topics that REST writes to. Thread-safe; calls block until the broker answered. */
public interface InputLog {
  /**
   * Writes an intent.
   *
   * @return where it stands in the log
   * @throws NotAcknowledgedException if the broker did not acknowledge it in time; it may be stored
   *     all the same
   */
  Origin append(Intent intent);

  /** True if payloads of intents are sealed before they are written. */
  default boolean seals() {
    return false;
  }

  /**
   * Writes a review.
   *
   * @return where it stands in the log
   * @throws NotAcknowledgedException if the broker did not acknowledge it in time; it may be stored
   *     all the same
   */
  Origin append(Review review);

  /**
   * Writes a request to the control of a destination.
   *
   * @return where it stands in the log
   * @throws NotAcknowledgedException if the broker did not acknowledge it in time; it may be stored
   *     all the same
   */
  Origin append(DestinationRecord record);
}
