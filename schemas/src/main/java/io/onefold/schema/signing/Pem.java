package io.onefold.schema.signing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One block of a PEM text (RFC 7468).
 *
 * @param label what its head says it is
 * @param base64 what stands between head and foot
 */
record Pem(String label, String base64) {
  static final String PRIVATE = "PRIVATE KEY";
  static final String PUBLIC = "PUBLIC KEY";

  private static final int LINE = 64;
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);

  private static final Pattern HEAD = Pattern.compile("-----BEGIN ");

  static List<Pem> read(String text) {
    List<Pem> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(text);
    while (matcher.find()) {
      blocks.add(new Pem(matcher.group(1), matcher.group(2)));
    }
    return blocks;
  }

  /** How many blocks begin there; more than {@link #read} gives if one is cut off. */
  static long begun(String text) {
    return HEAD.matcher(text).results().count();
  }

  /**
   * The bytes.
   *
   * @throws IllegalArgumentException if it is not base64
   */
  byte[] bytes() {
    return Base64.getDecoder().decode(base64.replaceAll("\\s", ""));
  }

  static String write(String label, byte[] bytes) {
    byte[] newLine = "\n".getBytes(StandardCharsets.US_ASCII);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(label, Base64.getMimeEncoder(LINE, newLine).encodeToString(bytes), label);
  }
}
