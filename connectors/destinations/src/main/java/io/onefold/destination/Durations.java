package io.onefold.destination;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as the contract language writes them: a whole number and one unit. */
final class Durations {
  static final String FORMS = "a whole number with ms, s, m, h or d, for example 250ms or 20s";

  // Nine digits of days stay far inside what a Duration holds.
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  private Durations() {}

  static Optional<Duration> parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    long amount = Long.parseLong(form.group(1));
    return Optional.of(
        switch (form.group(2)) {
          case "ms" -> Duration.ofMillis(amount);
          case "s" -> Duration.ofSeconds(amount);
          case "m" -> Duration.ofMinutes(amount);
          case "h" -> Duration.ofHours(amount);
          default -> Duration.ofDays(amount);
        });
  }

  /** The shortest exact form: the largest unit that leaves no rest. */
  static String format(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    if (seconds == 0 || seconds % 60 != 0) {
      return seconds + "s";
    }
    if (seconds % 3600 != 0) {
      return seconds / 60 + "m";
    }
    return seconds % 86_400 != 0 ? seconds / 3600 + "h" : seconds / 86_400 + "d";
  }
}
