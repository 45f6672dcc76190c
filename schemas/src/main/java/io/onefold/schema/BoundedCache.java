package io.onefold.schema;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Answers that were once given, up to a number of them; then it forgets all and begins again. An
 * installation has a dozen schemas, so that happens only where somebody makes IDs up. Thread-safe;
 * reading takes no lock.
 */
final class BoundedCache<K, V> {
  private static final int MOST_ENTRIES = 1000;

  private final Map<K, V> entries = new ConcurrentHashMap<>();

  Optional<V> get(K key) {
    return Optional.ofNullable(entries.get(key));
  }

  void put(K key, V value) {
    if (entries.size() >= MOST_ENTRIES) {
      entries.clear();
    }
    entries.put(key, value);
  }

  void clear() {
    entries.clear();
  }

  int size() {
    return entries.size();
  }
}
