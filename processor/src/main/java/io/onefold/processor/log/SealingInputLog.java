package io.onefold.processor.log;

import io.onefold.operation.Origin;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.Intent;
import io.onefold.schema.Review;
import io.onefold.schema.sealing.KeyRing;

/**
 * Seals the payload of each intent before it is written. Fails with {@link
 * io.onefold.schema.sealing.SealingException} where that cannot be done; nothing is written then.
 *
 * @param log where everything goes; not closed by this
 * @param keys not closed by this
 */
public record SealingInputLog(InputLog log, KeyRing keys) implements InputLog {
  @Override
  public Origin append(Intent intent) {
    return log.append(keys.seal(intent));
  }

  @Override
  public boolean seals() {
    return true;
  }

  @Override
  public Origin append(Review review) {
    return log.append(review);
  }

  @Override
  public Origin append(DestinationRecord record) {
    return log.append(record);
  }
}
