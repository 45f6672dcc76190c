package io.onefold.schema.signing;

import java.util.HexFormat;
import java.util.Optional;

/**
 * What one partition of the journal holds, as one value: whoever removes an event, adds one or
 * changes their order gets another. The value after an event is SHA-256 over the value before it
 * and the event's chain (32 bytes each); before the first event it is 32 zero bytes.
 *
 * @param events how many were counted
 * @param value 64 lower-case hex digits
 * @param first the first event counted; empty if none was
 * @param last the last event counted; empty if none was
 */
public record PartitionHead(
    long events, String value, Optional<JournalPlace> first, Optional<JournalPlace> last) {
  /** Length of a chain value and of a head. */
  public static final int BYTES = 32;

  /** The head of an empty partition. */
  public static final PartitionHead EMPTY =
      new PartitionHead(0, "0".repeat(2 * BYTES), Optional.empty(), Optional.empty());

  /**
   * The head after one more event, which must be the next in the order of the partition's offsets.
   *
   * @param chain its chain value, 32 bytes
   * @throws IllegalArgumentException if the chain is not 32 bytes
   */
  public PartitionHead after(JournalPlace event, byte[] chain) {
    if (chain.length != BYTES) {
      throw new IllegalArgumentException(
          "the chain of %s has %d bytes; allowed are only %d"
              .formatted(event, chain.length, BYTES));
    }
    byte[] both = new byte[2 * BYTES];
    System.arraycopy(HexFormat.of().parseHex(value), 0, both, 0, BYTES);
    System.arraycopy(chain, 0, both, BYTES, BYTES);
    return new PartitionHead(
        events + 1,
        HexFormat.of().formatHex(Ed25519.sha256(both)),
        first.or(() -> Optional.of(event)),
        Optional.of(event));
  }
}
