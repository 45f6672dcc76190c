package io.onefold.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What an approver signs off: SHA-256 over the exact bytes of a payload.
 *
 * @param value {@code sha256:} and 64 lower-case hex digits
 */
public record PayloadHash(String value) {
  private static final String PREFIX = "sha256:";
  private static final int DIGITS = 64;
  private static final String RULE = "\"sha256:\" and 64 lower-case hex digits";

  /**
   * Checks the form.
   *
   * @throws IllegalArgumentException if the text is no payload hash
   */
  public PayloadHash {
    problemOf(value)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException("a payload hash " + problem);
            });
  }

  /** The hash of these bytes. */
  public static PayloadHash ofBytes(byte[] bytes) {
    return of(sha256().digest(bytes));
  }

  /** The hash of the bytes between position and limit, which stay where they are. */
  public static PayloadHash ofBytes(ByteBuffer bytes) {
    MessageDigest digest = sha256();
    digest.update(bytes.duplicate());
    return of(digest.digest());
  }

  /**
   * The hash of a JSON value: of its canonical form (RFC 8785).
   *
   * @throws InvalidJsonException if the value has no canonical form
   */
  public static PayloadHash ofJson(JsonNode json) {
    return ofBytes(CanonicalJson.bytesOf(json));
  }

  /**
   * Reads a hash as it stands; upper-case digits are refused.
   *
   * @throws IllegalArgumentException if the text is no payload hash
   */
  public static PayloadHash parse(String text) {
    return new PayloadHash(text);
  }

  /** What keeps a text from being a payload hash, as the rest of a sentence; empty if nothing. */
  static Optional<String> problemOf(String text) {
    if (!text.startsWith(PREFIX)) {
      return Optional.of(
          "does not begin with \"sha256:\": " + PrintableText.quote(text) + "; allowed is " + RULE);
    }
    for (int i = PREFIX.length(); i < text.length(); i++) {
      if ("0123456789abcdef".indexOf(text.charAt(i)) < 0) {
        return Optional.of(
            "contains "
                + PrintableText.codePoint(text.codePointAt(i))
                + " at position "
                + (i + 1)
                + "; allowed is "
                + RULE);
      }
    }
    int digits = text.length() - PREFIX.length();
    return digits == DIGITS
        ? Optional.empty()
        : Optional.of("has " + digits + " digits after \"sha256:\"; allowed is " + RULE);
  }

  @Override
  public String toString() {
    return value;
  }

  private static PayloadHash of(byte[] digest) {
    return new PayloadHash(PREFIX + HexFormat.of().formatHex(digest));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform must provide SHA-256", e);
    }
  }
}
