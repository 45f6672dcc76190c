package io.onefold.topology;

import io.onefold.codec.StoredDestination;
import org.apache.kafka.common.utils.Bytes;

/** Compares the stores of a partition with the newest that was written to each. */
record StoreContinuity(Gaps gaps) {
  /** A mirror copies the topic of each store for itself. */
  void check(int partition, StreamsStore store) {
    Marks marks = store.marks().marks();
    marks
        .life()
        .filter(life -> !holds(store, life))
        .ifPresent(
            life -> {
              throw gaps.behind(partition, Stores.WORKERS, "of worker '" + life.worker() + "'");
            });
    marks
        .destination()
        .filter(kept -> !holds(store, kept))
        .ifPresent(
            kept -> {
              String what = "of destination '" + kept.destination() + "'";
              throw gaps.behind(partition, Stores.DESTINATIONS, what);
            });
    marks
        .timer()
        .filter(key -> !store.timers().holds(Bytes.wrap(key)))
        .ifPresent(
            key -> {
              String what = "of operation '" + TimerIndex.operationId(Bytes.wrap(key)) + "'";
              throw gaps.behind(partition, Stores.TIMERS, what);
            });
  }

  private static boolean holds(StreamsStore store, Marks.Life life) {
    Long newest = store.newestLife(life.worker());
    return newest != null && newest == life.incarnation();
  }

  private static boolean holds(StreamsStore store, Marks.Stored kept) {
    return store.destinations().stream()
        .filter((StoredDestination d) -> d.name().equals(kept.destination()))
        .anyMatch(d -> MarkKeeper.checksum(d) == kept.checksum());
  }
}
