package io.onefold.audit;

import java.io.IOException;
import java.util.Optional;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/**
 * Which event it is, when it was decided and where its input came from, without decoding the rest:
 * they stand at the beginning of the record in every released version. Used by one thread.
 */
final class CausePeek {
  private static final int HEADER_BYTES = 5;

  private final BinaryDecoder reused = DecoderFactory.get().binaryDecoder(new byte[0], null);

  /** What stands at the beginning. */
  record Beginning(
      String operationId, long sequence, long atMs, String source, int partition, long offset) {}

  /** Empty if these bytes are no event. */
  Optional<Beginning> of(byte[] value) {
    if (value.length <= HEADER_BYTES) {
      return Optional.empty();
    }
    try {
      BinaryDecoder in =
          DecoderFactory.get()
              .binaryDecoder(value, HEADER_BYTES, value.length - HEADER_BYTES, reused);
      return Optional.of(
          new Beginning(
              in.readString(),
              in.readLong(),
              in.readLong(),
              in.readString(),
              in.readInt(),
              in.readLong()));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
