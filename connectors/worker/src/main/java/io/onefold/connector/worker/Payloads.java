package io.onefold.connector.worker;

import io.onefold.schema.Grant;
import io.onefold.schema.SealedPayload;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Payload bytes out of a decoded record. */
final class Payloads {
  private Payloads() {}

  /** Why a grant's sealed payload is not the approved one, by what it states; empty: it is. */
  static Optional<String> unfit(Grant grant) {
    if (!SealedPayload.is(grant.getPayload())) {
      return Optional.empty();
    }
    String stated = SealedPayload.hashOf(grant.getPayload()).value();
    return stated.equals(grant.getPayloadHash())
        ? Optional.empty()
        : Optional.of(
            "No byte was sent: the sealed payload states "
                + stated
                + ", but "
                + grant.getPayloadHash()
                + " was approved.");
  }

  static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
