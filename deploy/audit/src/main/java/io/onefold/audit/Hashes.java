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

  /** {@code sha256:} and 64 hex digits. */
  static String of(ByteBuffer content) {
    MessageDigest digest = SHA_256.get();
    digest.update(content.duplicate());
    return "sha256:" + hex(digest.digest());
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
