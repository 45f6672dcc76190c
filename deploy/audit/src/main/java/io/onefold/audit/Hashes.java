package io.onefold.audit;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, as hashes and chains are made of it. */
final class Hashes {
  /** Magic byte and schema ID: they belong to the topic, not to the record. */
  private static final int HEADER_BYTES = 5;

  static final int CHAIN_BYTES = 32;

  /** What a sealed payload begins with; the hash of the plain bytes follows. */
  private static final byte[] SEALED = {0, 'O', 'F', 'S', 'E', 'A', 'L', 1};

  /** Mark, hash, nonce and tag. */
  private static final int SEALED_BYTES = SEALED.length + 32 + 12 + 16;

  /** The chain is the last field of its record, one byte of length before it. */
  private static final int CHAIN_FIELD_BYTES = 1 + CHAIN_BYTES;

  private static final ThreadLocal<MessageDigest> SHA_256 = ThreadLocal.withInitial(Hashes::sha256);

  private Hashes() {}

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** {@code sha256:} and 64 hex digits; of a sealed payload what it states of its plain bytes. */
  static String of(ByteBuffer content) {
    if (content.remaining() > SEALED_BYTES
        && content.slice(content.position(), SEALED.length).equals(ByteBuffer.wrap(SEALED))) {
      return "sha256:" + hex(bytes(content.slice(content.position() + SEALED.length, 32)));
    }
    MessageDigest digest = SHA_256.get();
    digest.update(content.duplicate());
    return "sha256:" + hex(digest.digest());
  }

  /** Of the first bytes, in hex digits. */
  static String ofBeginning(byte[] value, int atMost) {
    MessageDigest digest = SHA_256.get();
    digest.update(value, 0, Math.min(value.length, atMost));
    return hex(digest.digest());
  }

  /** The chain value that a record must carry, by the chain before it and its own bytes. */
  static byte[] chain(byte[] before, byte[] value) {
    MessageDigest digest = SHA_256.get();
    digest.update(before);
    digest.update(
        value, HEADER_BYTES, Math.max(0, value.length - HEADER_BYTES - CHAIN_FIELD_BYTES));
    return digest.digest();
  }

  static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
