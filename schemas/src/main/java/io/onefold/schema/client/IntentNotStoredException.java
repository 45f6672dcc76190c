package io.onefold.schema.client;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;

/**
 * The broker did not acknowledge a valid intent. It may be in the log all the same: to send the
 * same intent again is always safe, for the ledger answers the second copy as a duplicate.
 */
public final class IntentNotStoredException extends KafkaException {
  private static final long serialVersionUID = 1L;

  private final boolean retriable;

  IntentNotStoredException(String operationId, String topic, Throwable cause) {
    super(
        "the intent of operation "
            + operationId
            + " was not acknowledged on topic "
            + topic
            + ": "
            + cause.getMessage()
            + (cause instanceof RetriableException
                ? "; send the same intent again"
                : "; sending it again does not help before this is corrected"),
        cause);
    this.retriable = cause instanceof RetriableException;
  }

  /**
   * True if the same intent may succeed without anybody changing anything: a broker that was not
   * reachable, too few replicas, a timeout. False for a missing right, a record too large, a
   * producer that was fenced.
   */
  public boolean retriable() {
    return retriable;
  }
}
