package io.onefold.connector.wire;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * A complete answer.
 *
 * @param headers lower-case name to values
 * @param body the plain bytes; empty where the encoding could not be read
 * @param readable false if the body came in an encoding that cannot be read, or grew too large when
 *     unpacked
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and a copy would double a large body
public record Answer(int status, Map<String, List<String>> headers, byte[] body, boolean readable) {
  /** How much of a body goes into a text for people, before secrets are masked and it is cut. */
  private static final int TEXT_BYTES = 16 * 1024;

  public Answer {
    headers = Map.copyOf(headers);
  }

  /** Unpacks what a server compressed although it was asked not to, up to {@code maxBytes}. */
  public static Answer of(int status, Map<String, List<String>> headers, byte[] raw, int maxBytes) {
    String encoding =
        String.join(",", headers.getOrDefault("content-encoding", List.of()))
            .strip()
            .toLowerCase(Locale.ROOT);
    if (encoding.isEmpty() || encoding.equals("identity") || raw.length == 0) {
      return new Answer(status, headers, raw, true);
    }
    if (encoding.equals("gzip") || encoding.equals("x-gzip")) {
      try (GZIPInputStream plain = new GZIPInputStream(new ByteArrayInputStream(raw))) {
        byte[] body = plain.readNBytes(maxBytes + 1);
        if (body.length <= maxBytes) {
          return new Answer(status, headers, body, true);
        }
      } catch (IOException e) {
        return new Answer(status, headers, new byte[0], false);
      }
    }
    return new Answer(status, headers, new byte[0], false);
  }

  /** The first value of a header. */
  public Optional<String> header(String lowerCaseName) {
    return headers.getOrDefault(lowerCaseName, List.of()).stream().findFirst();
  }

  /** Any 2xx. */
  public boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  /**
   * The beginning of the body as text; unreadable bytes and control characters become blanks or
   * marks.
   */
  public String text() {
    String text = new String(body, 0, Math.min(body.length, TEXT_BYTES), StandardCharsets.UTF_8);
    return text.replaceAll("\\p{Cntrl}+", " ").strip();
  }

  /** Signs that a cache answered and not the origin. */
  public Optional<String> cacheMark() {
    for (String name :
        List.of("x-cache", "cf-cache-status", "x-cache-status", "cache-status", "x-proxy-cache")) {
      Optional<String> mark =
          header(name).filter(value -> value.toLowerCase(Locale.ROOT).contains("hit"));
      if (mark.isPresent()) {
        return Optional.of(name + ": " + mark.get());
      }
    }
    return header("age")
        .filter(value -> !value.strip().matches("0*"))
        .map(value -> "age: " + value);
  }
}
