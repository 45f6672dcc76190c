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
        return Optional.of(
            Instant.ofEpochMilli((long) (number > MOST_SECONDS ? number : number * 1000)));
      }
      // A time without an offset is taken as UTC, which APIs that leave it out mean.
      boolean offset = text.matches(".*(?:[Zz]|[+-]\\d{2}:?\\d{2})");
      String whole = offset ? text.replaceFirst("([+-]\\d{2})(\\d{2})$", "$1:$2") : text + "Z";
      return Optional.of(OffsetDateTime.parse(whole).toInstant());
    } catch (DateTimeException noTime) {
      return Optional.empty();
    }
  }
}
