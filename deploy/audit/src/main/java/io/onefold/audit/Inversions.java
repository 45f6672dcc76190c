package io.onefold.audit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Events that were decided on an earlier input than an event before them in their partition. The
 * ledger reads its inputs in order: unless it was set back in a topic, and then decides about
 * inputs for a second time, such an event does not lie where it was written. Thread-safe.
 */
final class Inversions {
  private static final int MOST = 1_000_000;

  private final Map<Lane, Long> newest = new HashMap<>();
  private final Set<Place> found = new HashSet<>();

  private record Lane(int journalPartition, Kind source, int partition) {}

  private record Place(int partition, long offset) {}

  /** An event, in the order of its partition. */
  synchronized void see(TopicRecord event, Kind source, int partition, long offset) {
    Lane lane = new Lane(event.partition(), source, partition);
    long before = newest.getOrDefault(lane, -1L);
    if (offset >= before) {
      newest.put(lane, offset);
    } else if (found.size() < MOST) {
      found.add(new Place(event.partition(), event.offset()));
    }
  }

  synchronized boolean contains(TopicRecord event) {
    return found.contains(new Place(event.partition(), event.offset()));
  }
}
