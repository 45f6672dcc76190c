package io.onefold.destination;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** A checksum that a destination shows instead of content. */
public enum Digest {
  /** MD5 as lower-case hex digits. */
  MD5("MD5", false),
  /** MD5 in base64, as {@code Content-MD5} has it. */
  MD5_BASE64("MD5", true),
  /** SHA-1 as lower-case hex digits. */
  SHA1("SHA-1", false),
  /** SHA-256 as lower-case hex digits. */
  SHA256("SHA-256", false);

  private final String algorithm;
  private final boolean base64;

  Digest(String algorithm, boolean base64) {
    this.algorithm = algorithm;
    this.base64 = base64;
  }

  /** The checksum of these bytes as text. */
  public String of(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance(algorithm).digest(bytes);
      return base64 ? Base64.getEncoder().encodeToString(digest) : HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java runtime has " + algorithm, impossible);
    }
  }
}
