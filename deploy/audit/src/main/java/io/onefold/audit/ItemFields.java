package io.onefold.audit;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fields of an item in a listing. */
final class ItemFields {
  static final String PROVIDER_ID = "providerId";
  static final String PUBLIC_URL = "publicUrl";
  static final String CREATED_AT = "createdAt";
  static final List<String> ALL = List.of(PROVIDER_ID, PUBLIC_URL, CREATED_AT);

  private ItemFields() {}

  /** A name that no field has. */
  static Listing.UnfitLineException unknown(String name) {
    return new Listing.UnfitLineException(
        "there is no field '%s'; allowed are %s".formatted(name, String.join(", ", ALL)));
  }

  /**
   * The item of these fields; an empty text stands for a missing one.
   *
   * @throws Listing.UnfitLineException if a field is not allowed, or too few are there
   */
  static Listing.Item item(Map<String, String> fields, long line)
      throws Listing.UnfitLineException {
    Optional<String> id = field(fields, PROVIDER_ID);
    Optional<String> url = field(fields, PUBLIC_URL);
    if (id.isEmpty() && url.isEmpty()) {
      throw new Listing.UnfitLineException(
          "it has neither providerId nor publicUrl; an item needs one of them at least");
    }
    Optional<String> created = field(fields, CREATED_AT);
    return new Listing.Item(
        id, url, created.isEmpty() ? Optional.empty() : Optional.of(instant(created.get())), line);
  }

  private static Optional<String> field(Map<String, String> fields, String name) {
    return Optional.ofNullable(fields.get(name)).filter(value -> !value.isEmpty());
  }

  private static Instant instant(String time) throws Listing.UnfitLineException {
    try {
      return OffsetDateTime.parse(time).toInstant();
    } catch (DateTimeException e) {
      throw new Listing.UnfitLineException(
          "createdAt is '%s'; allowed is an RFC 3339 time, for example 2026-10-31T08:00:00Z"
              .formatted(time));
    }
  }
}
