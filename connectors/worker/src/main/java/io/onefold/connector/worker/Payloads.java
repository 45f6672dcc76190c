package io.onefold.connector.worker;

import java.nio.ByteBuffer;

/** Payload bytes out of a decoded record. */
final class Payloads {
  private Payloads() {}

  static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
