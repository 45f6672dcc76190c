package io.onefold.schema;

import io.onefold.schema.InvalidIntentException.Kind;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;

/** Times as the outer faces write them: RFC 3339 in UTC, from 1970 to 9999. */
final class Rfc3339 {
  private static final Pattern FORM =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|\\+00:00)");

  private static final String RULE =
      "allowed is RFC 3339 in UTC, for example 2026-10-31T08:00:00Z or 2026-10-31T08:00:00.250Z";

  private Rfc3339() {}

  /**
   * Milliseconds since 1970-01-01T00:00:00Z; a finer fraction is cut.
   *
   * @throws InvalidIntentException naming the field, and what is allowed
   */
  static long parse(String field, String text) {
    if (!FORM.matcher(text).matches()) {
      throw bad(field, text, "");
    }
    try {
      // This parser, unlike Instant's, takes neither 24:00 nor a 61st second.
      long millis = OffsetDateTime.parse(text).toInstant().toEpochMilli();
      if (millis < 0) {
        throw bad(field, text, ", which is before 1970");
      }
      return millis;
    } catch (DateTimeException e) {
      throw bad(field, text, ", which is no date and time");
    }
  }

  private static InvalidIntentException bad(String field, String text, String why) {
    return new InvalidIntentException(
        Kind.BAD_VALUE, field, "is " + PrintableText.quote(text) + why + "; " + RULE);
  }

  /** The text of a time, with milliseconds where it has any. */
  static String format(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }
}
