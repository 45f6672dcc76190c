package io.onefold.standalone.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Durations as people write them: a whole number and {@code ms}, {@code s}, {@code m}, {@code h} or
 * {@code d}.
 */
final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  @Override
  public Duration convert(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new TypeConversionException(
          "'"
              + text
              + "' is no duration; write a whole number and ms, s, m, h or d, for example 30s");
    }
    long amount = Long.parseLong(parts.group(1));
    return switch (parts.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }
}
