package io.onefold.connector.mail;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One whole reply of a mail server.
 *
 * @param code three digits, the first 2 to 5
 * @param lines its texts, without codes; at least one
 */
record SmtpReply(int code, List<String> lines) {
  private static final Pattern ENHANCED = Pattern.compile("([245]\\.\\d{1,3}\\.\\d{1,3})(?: .*|)");

  SmtpReply {
    lines = List.copyOf(lines);
  }

  boolean isPositive() {
    return code / 100 == 2;
  }

  boolean isTransient() {
    return code / 100 == 4;
  }

  boolean isPermanent() {
    return code / 100 == 5;
  }

  /** The enhanced status code (RFC 3463), for example {@code 5.7.1}. */
  Optional<String> enhanced() {
    Matcher status = ENHANCED.matcher(lines.getFirst());
    return status.matches() ? Optional.of(status.group(1)) : Optional.empty();
  }

  /** The texts as one. */
  String text() {
    return String.join(" ", lines);
  }

  @Override
  public String toString() {
    return (code + " " + text()).strip();
  }
}
