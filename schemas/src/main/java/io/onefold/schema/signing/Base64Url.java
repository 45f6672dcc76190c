package io.onefold.schema.signing;

import java.util.Base64;
import java.util.Optional;

/** Bytes as base64url without padding (RFC 4648, section 5). */
final class Base64Url {
  private Base64Url() {}

  static String write(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Empty if the text is anything but what {@link #write} makes of these bytes. */
  static Optional<byte[]> read(String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      return write(bytes).equals(text) ? Optional.of(bytes) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
