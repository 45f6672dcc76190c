package io.onefold.processor.log;

import io.onefold.schema.PayloadErased;
import io.onefold.schema.sealing.KeyRing;
import java.util.Optional;

/**
 * Erasures in the topic of the keys.
 *
 * @param keys not closed by this
 */
public record KafkaErasures(KeyRing keys) implements Erasures {
  @Override
  public PayloadErased erase(String operationId, String by, String reason, long nowMs) {
    return keys.erase(operationId, by, reason, nowMs);
  }

  @Override
  public Optional<PayloadErased> erased(String operationId) {
    return keys.erased(operationId);
  }
}
