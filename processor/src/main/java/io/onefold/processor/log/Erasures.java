package io.onefold.processor.log;

import io.onefold.schema.PayloadErased;
import java.util.Optional;

/**
 * Removes what opens the sealed payload of an operation. Thread-safe; calls block, and may fail
 * with {@link io.onefold.schema.sealing.SealingException}.
 */
public interface Erasures {
  /**
   * Removes the operation's key.
   *
   * @return the note that stays, an earlier one if it was erased before
   */
  PayloadErased erase(String operationId, String by, String reason, long nowMs);

  /** The note; empty if nothing was erased. */
  Optional<PayloadErased> erased(String operationId);
}
