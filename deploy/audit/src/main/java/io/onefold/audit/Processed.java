package io.onefold.audit;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Up to where the ledger has decided, by what the journal and the dead letters tell, and by what it
 * says itself where that can be read. Thread-safe.
 */
final class Processed {
  /** Inputs that are so much older than the newest decision should have been decided about. */
  private static final long PATIENCE_MS = 30_000;

  private final Map<Input, Long> newest = new ConcurrentHashMap<>();
  private final Map<Input, OptionalLong> told = new ConcurrentHashMap<>();
  private final Map<Input, Long> known = new ConcurrentHashMap<>();
  private volatile long newestAtMs = Long.MIN_VALUE;
  private final long auditedAtMs;

  /** A partition of an input topic. */
  private record Input(Kind kind, int partition) {}

  /**
   * Nothing is known.
   *
   * @param auditedAtMs now
   */
  Processed(long auditedAtMs) {
    this.auditedAtMs = auditedAtMs;
  }

  void extent(Kind kind, int partition, TopicSource.Extent extent) {
    told.put(new Input(kind, partition), extent.processed());
    known.put(new Input(kind, partition), extent.known());
  }

  void decided(Kind kind, int partition, long offset) {
    newest.merge(new Input(kind, partition), offset, Math::max);
  }

  synchronized void decidedAt(long atMs) {
    newestAtMs = Math.max(newestAtMs, atMs);
  }

  /** What is to be expected of an input that no event and no dead letter speaks of. */
  enum Due {
    /** The ledger must have decided about it. */
    DECIDED,
    /** It may not have come to it. */
    WAITING,
    /** It came after the audit began. */
    LATER
  }

  /** True if the ledger says that it has not come to this record. */
  boolean isAhead(Kind kind, TopicRecord record) {
    Input input = new Input(kind, record.partition());
    OptionalLong says = told.getOrDefault(input, OptionalLong.empty());
    return says.isPresent() && record.offset() >= says.getAsLong();
  }

  Due due(Kind kind, TopicRecord record) {
    Input input = new Input(kind, record.partition());
    if (record.offset() <= newest.getOrDefault(input, -1L)) {
      return Due.DECIDED;
    }
    OptionalLong says = told.getOrDefault(input, OptionalLong.empty());
    if (says.isPresent() && record.offset() < says.getAsLong()) {
      return Due.DECIDED;
    }
    if (record.offset() >= known.getOrDefault(input, Long.MAX_VALUE)) {
      return Due.LATER;
    }
    // A ledger that tells how far it is has simply not come to it; of one that cannot be asked, an
    // old input that nobody decided about is missing.
    boolean old =
        record.timestampMs() < newestAtMs - PATIENCE_MS
            || record.timestampMs() < auditedAtMs - 10 * PATIENCE_MS;
    return says.isEmpty() && old ? Due.DECIDED : Due.WAITING;
  }
}
