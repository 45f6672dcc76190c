package io.onefold.destination;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/**
 * Forms of an operation ID for destinations that limit the length or the letters of a reference.
 * All follow from the ID alone, so every attempt and readback has the same.
 */
public final class OperationReference {
  private static final String BASE32HEX = "0123456789abcdefghijklmnopqrstuv";
  private static final int BITS = 5;

  private OperationReference() {}

  /**
   * The variable {@code reference}: 32 lower-case hex digits, the first half of SHA-256 over the
   * ID.
   */
  public static String hex(String operationId) {
    return HexFormat.of().formatHex(half(operationId));
  }

  /**
   * The variable {@code referenceUuid}: the bits of {@link #hex} as a UUID of version 8 (RFC 9562),
   * which sets six of them.
   */
  public static String uuid(String operationId) {
    ByteBuffer bits = ByteBuffer.wrap(half(operationId));
    long high = (bits.getLong() & ~0xF000L) | 0x8000L;
    long low = (bits.getLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low).toString();
  }

  /**
   * The variable {@code referenceBase32}: the bytes of the ID in base32hex (RFC 4648, section 7),
   * in lower case and without padding, so {@code 0-9} and {@code a-v}. 8 characters for each 5 of
   * the ID; the ID can be read out of it.
   */
  public static String base32(String operationId) {
    StringBuilder text = new StringBuilder();
    int pending = 0;
    int held = 0;
    for (byte next : operationId.getBytes(StandardCharsets.UTF_8)) {
      pending = ((pending << 8) | (next & 0xff)) & 0xfff;
      held += 8;
      while (held >= BITS) {
        held -= BITS;
        text.append(BASE32HEX.charAt((pending >> held) & 31));
      }
    }
    if (held > 0) {
      text.append(BASE32HEX.charAt((pending << (BITS - held)) & 31));
    }
    return text.toString();
  }

  /** The value of one of the three variables; empty if the name is none of them. */
  static Optional<String> of(String variable, String operationId) {
    return switch (variable) {
      case "reference" -> Optional.of(hex(operationId));
      case "referenceUuid" -> Optional.of(uuid(operationId));
      case "referenceBase32" -> Optional.of(base32(operationId));
      default -> Optional.empty();
    };
  }

  private static byte[] half(String operationId) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(operationId.getBytes(StandardCharsets.UTF_8));
      return Arrays.copyOf(digest, digest.length / 2);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
