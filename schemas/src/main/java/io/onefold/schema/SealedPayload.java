package io.onefold.schema;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The form of a sealed payload: 8 bytes of a mark, 32 bytes SHA-256 of the plain payload, 12 bytes
 * of nonce, ciphertext of AES-256-GCM, 16 bytes of tag. The mark begins with a zero byte, which no
 * text does, and ends with the version of the form; a plain payload must not begin with it.
 */
public final class SealedPayload {
  /** By how much a sealed payload is longer than the plain one, in bytes. */
  public static final int OVERHEAD_BYTES = 8 + 32 + 12 + 16;

  /** Length of mark and hash. */
  public static final int HEAD_BYTES = 8 + 32;

  private static final int MARK_BYTES = 8;
  private static final int HASH_BYTES = 32;
  private static final byte[] MARK = {0, 'O', 'F', 'S', 'E', 'A', 'L', 1};

  private SealedPayload() {}

  /** True if these bytes are a sealed payload, or pretend to be one. */
  public static boolean is(ByteBuffer payload) {
    ByteBuffer bytes = payload.duplicate();
    for (byte mark : MARK) {
      if (!bytes.hasRemaining() || bytes.get() != mark) {
        return false;
      }
    }
    return true;
  }

  /** What keeps these bytes from being a payload, as the rest of a sentence; empty if nothing. */
  public static Optional<String> problemOf(ByteBuffer payload) {
    return is(payload) && payload.remaining() <= OVERHEAD_BYTES
        ? Optional.of(
            "begins like a sealed one, but is only "
                + payload.remaining()
                + " bytes long; allowed are more than "
                + OVERHEAD_BYTES)
        : Optional.empty();
  }

  /**
   * What an approval of this payload must name: the hash of its bytes, or for a sealed one that of
   * its plain bytes, as it states. Whether it states it rightly shows to who opens it.
   */
  public static PayloadHash hashOf(ByteBuffer payload) {
    if (!is(payload) || problemOf(payload).isPresent()) {
      return PayloadHash.ofBytes(payload);
    }
    byte[] hash = new byte[HASH_BYTES];
    payload.duplicate().position(payload.position() + MARK_BYTES).get(hash);
    return PayloadHash.parse("sha256:" + HexFormat.of().formatHex(hash));
  }

  /** As {@link #hashOf(ByteBuffer)}. */
  public static PayloadHash hashOf(byte[] payload) {
    return hashOf(ByteBuffer.wrap(payload));
  }

  /** What a sealed payload of this hash begins with: mark and hash. */
  public static byte[] head(PayloadHash hash) {
    byte[] digest = HexFormat.of().parseHex(hash.value().substring("sha256:".length()));
    return ByteBuffer.allocate(HEAD_BYTES).put(MARK).put(digest).array();
  }
}
