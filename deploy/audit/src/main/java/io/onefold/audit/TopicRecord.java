package io.onefold.audit;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A committed record where it lies.
 *
 * @param timestampMs the record's own time: milliseconds since 1970-01-01T00:00:00Z
 * @param headers as text; only dead letters have some
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on, never compared.
public record TopicRecord(
    String topic,
    int partition,
    long offset,
    long timestampMs,
    byte @Nullable [] key,
    byte @Nullable [] value,
    Map<String, String> headers) {

  /** The key as text; empty if there is none. */
  String keyText() {
    return key == null ? "" : new String(key, StandardCharsets.UTF_8);
  }
}
