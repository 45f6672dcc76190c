package io.onefold.topology;

import org.jspecify.annotations.Nullable;

/**
 * Bytes on their way to a topic.
 *
 * @param value not copied, must not be changed
 */
@SuppressWarnings("ArrayRecordComponent") // Made here, sent at once, never compared.
public record Outgoing(String topic, byte @Nullable [] value) {}
