package io.onefold.connector.simulated;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How stored items are shown.
 *
 * @param byReferenceAfter from when after the commit a search shows an item
 * @param byIdAfter from when after the commit its own address shows it
 * @param hidden true: never shown at all
 * @param escaped true: texts come back with HTML entities and wrapped links, and with a block id
 *     that differs each time
 * @param account shown instead of the provider's own; for items that landed in another account
 * @param fields shown instead of, or beside, what was sent
 * @param removed true: somebody removes each item right after the commit
 */
public record Showing(
    Duration byReferenceAfter,
    Duration byIdAfter,
    boolean hidden,
    boolean escaped,
    Optional<String> account,
    Map<String, Object> fields,
    boolean removed) {
  /** At once and truthful. */
  public static final Showing TRUTHFUL =
      new Showing(Duration.ZERO, Duration.ZERO, false, false, Optional.empty(), Map.of(), false);

  public Showing {
    fields = Map.copyOf(fields);
  }

  /** Searches lag behind; the item's own address does not. */
  public static Showing lagging(Duration byReference) {
    return new Showing(byReference, Duration.ZERO, false, false, Optional.empty(), Map.of(), false);
  }

  /** Nothing is ever shown. */
  public static Showing nothing() {
    return new Showing(
        Duration.ZERO, Duration.ZERO, true, false, Optional.empty(), Map.of(), false);
  }

  /** Texts come back escaped. */
  public static Showing escapedTexts() {
    return new Showing(
        Duration.ZERO, Duration.ZERO, false, true, Optional.empty(), Map.of(), false);
  }

  /** The items stand in another account. */
  public static Showing inAccount(String account) {
    return new Showing(
        Duration.ZERO, Duration.ZERO, false, false, Optional.of(account), Map.of(), false);
  }

  /** These fields are shown instead of what was sent. */
  public static Showing withFields(Map<String, Object> fields) {
    return new Showing(Duration.ZERO, Duration.ZERO, false, false, Optional.empty(), fields, false);
  }

  /** Somebody removes the item before anybody looks. */
  public static Showing removedItems() {
    return new Showing(
        Duration.ZERO, Duration.ZERO, false, false, Optional.empty(), Map.of(), true);
  }
}
