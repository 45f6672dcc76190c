package io.onefold.topology;

import io.onefold.operation.StateName;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the partitions of one instance hold now. Each is counted by the one instance that decides
 * for it, so the sum over all instances is the whole. Thread-safe.
 */
public final class LedgerCensus {
  private final int partitions;
  private final Map<Integer, PartitionCensus> counted = new ConcurrentHashMap<>();

  LedgerCensus(int partitions) {
    this.partitions = partitions;
  }

  /** Begins to count a partition that this instance decides for from now on. */
  PartitionCensus begin(int partition) {
    PartitionCensus census = new PartitionCensus(partition, partitions);
    counted.put(partition, census);
    return census;
  }

  /** Forgets what was counted of a partition, unless somebody here counts it anew already. */
  void end(int partition, PartitionCensus census) {
    counted.remove(partition, census);
  }

  private Collection<PartitionCensus> all() {
    return counted.values();
  }

  /** Partitions that this instance decides for. */
  public int partitions() {
    return counted.size();
  }

  /** Those of them whose operations are not all counted yet. */
  public long uncounted() {
    return all().stream().filter(census -> !census.isWhole()).count();
  }

  /** Operations in this state. */
  public long operations(StateName state) {
    return all().stream().mapToLong(census -> census.operations(state)).sum();
  }

  /** READY operations by destination, where there are any. */
  public Map<String, Long> waiting() {
    Map<String, Long> waiting = new TreeMap<>();
    all().forEach(census -> census.waiting().forEach((d, n) -> waiting.merge(d, n, Long::sum)));
    return waiting;
  }

  /** Open escalations by reason, where there are any: of operations and of destinations. */
  public Map<String, Long> escalations() {
    Map<String, Long> open = new TreeMap<>();
    for (PartitionCensus census : all()) {
      census.questions().forEach((reason, many) -> open.merge(reason.name(), many, Long::sum));
      census.suspended().values().forEach(why -> open.merge(why.why().name(), 1L, Long::sum));
    }
    return open;
  }

  /** Suspended destinations, those under test included, each told by one instance alone. */
  public Collection<String> suspended() {
    return all().stream().flatMap(census -> census.suspended().keySet().stream()).toList();
  }

  /** Since when the oldest unknown outcome is unknown; empty if none is. */
  public Optional<Instant> oldestUnknown() {
    return all().stream()
        .flatMap(census -> census.oldestUnknown().stream())
        .min(Instant::compareTo);
  }

  /** How late the latest partition is with its timers. */
  public Duration timerLag() {
    return all().stream()
        .map(PartitionCensus::timerLag)
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }
}
