package io.onefold.destination;

import java.util.Arrays;

/**
 * A body that is ready to be sent.
 *
 * @param contentType the {@code Content-Type} header; empty: that of the payload
 * @param bytes what goes over the wire; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content below
public record RenderedBody(String contentType, byte[] bytes) {
  @Override
  public boolean equals(Object other) {
    return other instanceof RenderedBody body
        && contentType.equals(body.contentType)
        && Arrays.equals(bytes, body.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * contentType.hashCode() + Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "%s, %d bytes".formatted(contentType, bytes.length);
  }
}
