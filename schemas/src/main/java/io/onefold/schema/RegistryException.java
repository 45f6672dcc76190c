package io.onefold.schema;

import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * A schema registry did not answer, or refused. It is no fault of the record at hand, so whoever
 * catches it must not set the record aside as unreadable.
 */
public final class RegistryException extends KafkaException {
  private static final long serialVersionUID = 1L;

  private final int status;

  RegistryException(int status, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.status = status;
  }

  /** The HTTP status of the answer; 0 if none came. */
  public int status() {
    return status;
  }

  /** True if the same question may be answered later: no answer, 429 or 5xx. */
  public boolean isRetriable() {
    return status == 0 || status == 429 || status >= 500;
  }
}
