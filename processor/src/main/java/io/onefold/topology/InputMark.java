package io.onefold.topology;

import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A record of an input, so that it is known again in a mirror of its topic, where it may lie at
 * another offset.
 *
 * @param offset where it lay when it was read; only for people
 * @param timestampMs its time
 * @param checksum CRC-32C over its key and value
 */
public record InputMark(long offset, long timestampMs, long checksum) {
  /** No record was read yet. */
  public static final InputMark NOTHING = new InputMark(-1, -1, -1);

  /** The mark of a record. */
  public static InputMark of(
      long offset, long timestampMs, byte @Nullable [] key, byte @Nullable [] value) {
    CRC32C checksum = new CRC32C();
    update(checksum, key);
    update(checksum, value);
    return new InputMark(offset, Math.max(0, timestampMs), checksum.getValue());
  }

  private static void update(CRC32C checksum, byte @Nullable [] bytes) {
    checksum.update(bytes == null ? 0 : 1);
    if (bytes != null) {
      checksum.update(bytes);
    }
  }

  /** True if this is the same record, wherever it lies. */
  public boolean isRecordOf(InputMark other) {
    return timestampMs == other.timestampMs && checksum == other.checksum;
  }
}
