package io.onefold.audit;

import io.onefold.schema.ProviderEvent;
import io.onefold.schema.WorkerStarted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The lives of workers, as each partition was told of them. There are as many as workers were
 * started, and they stay in memory. Filled by threads that read different partitions, then only
 * read.
 */
final class Lives {
  private final Map<Integer, Map<String, List<Life>>> byPartition = new ConcurrentHashMap<>();

  /** A life, where its beginning was told. */
  record Life(
      TopicRecord record,
      String workerId,
      long incarnation,
      @Nullable String fencedBecause,
      long reportedAtMs) {
    boolean says(Life other) {
      return Objects.equals(fencedBecause, other.fencedBecause)
          && reportedAtMs == other.reportedAtMs;
    }
  }

  void add(TopicRecord record, ProviderEvent event) {
    if (event.getFact() instanceof WorkerStarted started) {
      byPartition
          .computeIfAbsent(record.partition(), any -> new HashMap<>())
          .computeIfAbsent(event.getWorkerId(), any -> new ArrayList<>(2))
          .add(
              new Life(
                  record,
                  event.getWorkerId(),
                  event.getIncarnation(),
                  started.getFencedBecause(),
                  event.getReportedAtMs()));
    }
  }

  private List<Life> of(int partition, String workerId) {
    return byPartition.getOrDefault(partition, Map.of()).getOrDefault(workerId, List.of());
  }

  /** True if this life was announced in the partition, by itself and not as somebody's proof. */
  boolean isAnnounced(int partition, String workerId, long incarnation) {
    return of(partition, workerId).stream()
        .anyMatch(life -> life.incarnation() == incarnation && life.fencedBecause() == null);
  }

  /** A newer life that was announced in the partition before an offset. */
  Optional<Life> newerBefore(int partition, String workerId, long incarnation, long offset) {
    return of(partition, workerId).stream()
        .filter(life -> life.incarnation() > incarnation && life.record().offset() < offset)
        .findFirst();
  }

  /** The announcement that a proof of death rests on. */
  Optional<Life> announcement(int partition, String workerId, long incarnation, long offset) {
    List<Life> same =
        of(partition, workerId).stream().filter(l -> l.incarnation() == incarnation).toList();
    return same.stream()
        .filter(life -> life.record().offset() == offset)
        .findFirst()
        .or(() -> same.stream().findFirst());
  }

  /** All, in no order. */
  List<Life> all() {
    return byPartition.values().stream()
        .flatMap(workers -> workers.values().stream())
        .flatMap(List::stream)
        .toList();
  }
}
