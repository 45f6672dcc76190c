package io.onefold.processor.log;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A place in a topic.
 *
 * @param offsets partition to the offset of the next record; a partition that is not there is read
 *     from its beginning
 */
public record LogPosition(Map<Integer, Long> offsets) {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,6}=[0-9]{1,18}(,|$))*");

  public LogPosition {
    offsets = Map.copyOf(offsets);
  }

  /** A text for callers, who can only hand it back. */
  public String cursor() {
    String text =
        new TreeMap<>(offsets)
            .entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(","));
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(("p" + text).getBytes(StandardCharsets.US_ASCII));
  }

  /** The position behind a text of {@link #cursor}; empty if it is none. */
  public static Optional<LogPosition> ofCursor(String cursor) {
    String text;
    try {
      text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    if (!text.startsWith("p") || !FORM.matcher(text.substring(1)).matches()) {
      return Optional.empty();
    }
    Map<Integer, Long> offsets = new TreeMap<>();
    for (String entry : text.substring(1).split(",", 0)) {
      if (!entry.isEmpty()) {
        int equals = entry.indexOf('=');
        offsets.put(
            Integer.valueOf(entry.substring(0, equals)), Long.valueOf(entry.substring(equals + 1)));
      }
    }
    return Optional.of(new LogPosition(offsets));
  }
}
