package io.onefold.connector.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.destination.HttpContract.Since;
import io.onefold.destination.SearchStart;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/** Tells whether an item was made before its operation. Pure. */
final class Age {
  /** Above this a number is a time in milliseconds. */
  private static final double MOST_SECONDS = 100_000_000_000.0;

  /** Before it a number is no time, but a date such as 20261031 or a mere count. */
  private static final double LEAST_SECONDS = 1_000_000_000.0;

  /** A time without an offset may be of any zone: it is taken for the latest that it can mean. */
  private static final String UNKNOWN_OFFSET = "-12:00";

  private Age() {}

  /** False also where the item does not say it, so that no item is lost by an unreadable time. */
  static boolean isOlder(Since since, Optional<Instant> firstSentAt, JsonNode item) {
    return firstSentAt
        .map(SearchStart::of)
        .flatMap(start -> Json.text(item, since.at()).flatMap(Age::time).map(start::isAfter))
        .orElse(false);
  }

  static Optional<Instant> time(String text) {
    try {
      if (text.matches("\\d{1,15}(\\.\\d{1,9})?")) {
        double number = Double.parseDouble(text);
        return number < LEAST_SECONDS
            ? Optional.empty()
            : Optional.of(
                Instant.ofEpochMilli((long) (number > MOST_SECONDS ? number : number * 1000)));
      }
      boolean offset = text.matches(".*(?:[Zz]|[+-]\\d{2}:?\\d{2})");
      String whole =
          offset ? text.replaceFirst("([+-]\\d{2})(\\d{2})$", "$1:$2") : text + UNKNOWN_OFFSET;
      return Optional.of(OffsetDateTime.parse(whole).toInstant());
    } catch (DateTimeException noTime) {
      return Optional.empty();
    }
  }
}
