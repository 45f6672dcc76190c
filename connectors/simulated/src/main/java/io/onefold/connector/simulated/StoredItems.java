package io.onefold.connector.simulated;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The items of a provider, stored or about to be, and when which was removed. */
final class StoredItems {
  private final ProviderProfile profile;
  private final Map<String, StoredItem> items = new LinkedHashMap<>();
  private final Map<String, List<StoredItem>> byOperation = new HashMap<>();
  private final Map<String, List<StoredItem>> bySlug = new HashMap<>();
  private final Map<String, Instant> removed = new HashMap<>();

  StoredItems(ProviderProfile profile) {
    this.profile = profile;
  }

  /** Stores an item under the next ID, or under the one its client chose. */
  StoredItem add(String operation, ObjectNode content, Instant committedAt) {
    String id = profile.clientChosenIds() ? operation : "I" + (items.size() + 1);
    String slug = Json.text(content, "/slug").orElse(id);
    StoredItem item = new StoredItem(id, operation, slug, content, committedAt);
    items.put(id, item);
    byOperation.computeIfAbsent(operation, key -> new ArrayList<>()).add(item);
    bySlug.computeIfAbsent(slug, key -> new ArrayList<>()).add(item);
    return item;
  }

  void remove(String id, Instant at) {
    removed.put(id, at);
  }

  boolean isRemoved(StoredItem item, Instant now) {
    Instant at = removed.get(item.id());
    return at != null && !now.isBefore(at);
  }

  Map<String, Instant> removals() {
    return Map.copyOf(removed);
  }

  /** All of them, in the order of their writes. */
  Collection<StoredItem> all() {
    return items.values();
  }

  Optional<StoredItem> find(String id) {
    return Optional.ofNullable(items.get(id));
  }

  /** Those of exactly this operation, in the order of their writes. */
  List<StoredItem> of(String operation) {
    return byOperation.getOrDefault(operation, List.of());
  }

  /** Those that a search by reference finds; it may take other references for this one. */
  List<StoredItem> referredToBy(String operation) {
    return profile.foldReferences()
        ? items.values().stream()
            .filter(item -> fold(item.operation()).equals(fold(operation)))
            .toList()
        : of(operation);
  }

  List<StoredItem> ofSlug(String slug) {
    return bySlug.getOrDefault(slug, List.of());
  }

  /** True if the provider refuses one more item of this operation. */
  boolean isTaken(String operation) {
    return profile.clientChosenIds()
        ? items.containsKey(operation)
        : profile.foldReferences() && !referredToBy(operation).isEmpty();
  }

  /** True if another operation has an item with this content. */
  boolean hasContent(ObjectNode content, String operation) {
    ObjectNode own = content.deepCopy();
    own.remove("ref");
    return items.values().stream()
        .filter(item -> !item.operation().equals(operation))
        .map(item -> ((ObjectNode) item.content()).deepCopy())
        .anyMatch(other -> other.without("ref").equals(own));
  }

  private static String fold(String reference) {
    return reference.replace(" ", "").toLowerCase(Locale.ROOT);
  }
}
