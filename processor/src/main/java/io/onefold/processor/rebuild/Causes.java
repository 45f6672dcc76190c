package io.onefold.processor.rebuild;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The latest records of each input that one partition's events name as their cause. */
final class Causes {
  /** As many must lie where the events say, before their offsets are believed. */
  private static final int KEPT = 8;

  private final Map<String, NavigableMap<Long, String>> byTopic = new HashMap<>();

  /** An event came of the record at this offset, which has this key. */
  void note(String topic, long offset, String key) {
    NavigableMap<Long, String> latest = byTopic.computeIfAbsent(topic, t -> new TreeMap<>());
    if (latest.size() < KEPT || offset > latest.firstKey()) {
      latest.put(offset, key);
      if (latest.size() > KEPT) {
        latest.pollFirstEntry();
      }
    }
  }

  /** The keys of the latest causes by their offsets. */
  NavigableMap<Long, String> of(String topic) {
    return byTopic.getOrDefault(topic, new TreeMap<>());
  }
}
