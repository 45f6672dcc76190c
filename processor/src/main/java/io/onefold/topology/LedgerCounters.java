package io.onefold.topology;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts since the process started, by name. Thread-safe. */
public final class LedgerCounters {
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  void count(String name) {
    LongAdder adder = counts.get(name);
    if (adder == null) {
      adder = counts.computeIfAbsent(name, n -> new LongAdder());
    }
    adder.increment();
  }

  /** All counts so far, sorted by name. */
  public Map<String, Long> snapshot() {
    Map<String, Long> copy = new TreeMap<>();
    counts.forEach((name, adder) -> copy.put(name, adder.sum()));
    return copy;
  }
}
