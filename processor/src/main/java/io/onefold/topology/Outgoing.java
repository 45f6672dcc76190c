package io.onefold.topology;

import org.jspecify.annotations.Nullable;

/**
 * Bytes on their way to a topic.
 *
 * @param value not copied, must not be changed
 * @param partition where they go; {@link #BY_KEY} if the record's key decides
 */
@SuppressWarnings("ArrayRecordComponent") // Made here, sent at once, never compared.
public record Outgoing(String topic, byte @Nullable [] value, int partition) {
  /** The default partitioner decides. */
  public static final int BY_KEY = -1;

  Outgoing(String topic, byte @Nullable [] value) {
    this(topic, value, BY_KEY);
  }
}
