package io.onefold.audit;

import java.io.IOException;
import java.util.Optional;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/**
 * Where the input of an event came from, and when it was decided about, without decoding the rest:
 * they stand at the beginning of the record in every released version. Used by one thread.
 */
final class CausePeek {
  private static final int HEADER_BYTES = 5;

  private final BinaryDecoder reused = DecoderFactory.get().binaryDecoder(new byte[0], null);

  /** What stands at the beginning. */
  record Beginning(long atMs, String source, int partition, long offset) {}

  /** Empty if these bytes are no event. */
  Optional<Beginning> of(byte[] value) {
    if (value.length <= HEADER_BYTES) {
      return Optional.empty();
    }
    try {
      BinaryDecoder in =
          DecoderFactory.get()
              .binaryDecoder(value, HEADER_BYTES, value.length - HEADER_BYTES, reused);
      in.skipString();
      in.readLong();
      long atMs = in.readLong();
      return Optional.of(new Beginning(atMs, in.readString(), in.readInt(), in.readLong()));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
