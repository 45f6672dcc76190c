package io.onefold.destination;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Copies of maps that keep the order of the file, so that requests and messages are the same each
 * time.
 */
final class Ordered {
  private Ordered() {}

  static <V> Map<String, V> copy(Map<String, V> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
