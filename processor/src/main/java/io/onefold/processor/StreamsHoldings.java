package io.onefold.processor;

import io.onefold.operation.StateName;
import io.onefold.topology.LedgerCensus;
import io.onefold.topology.LedgerStreams;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Metric;

/** Reads what a running topology holds. */
final class StreamsHoldings {
  /** Names that Kafka Streams gives to the sizes of a RocksDB store, in bytes. */
  private static final Set<String> SIZES = Set.of("total-sst-files-size", "size-all-mem-tables");

  private static final String STORE = "rocksdb-state-id";

  private StreamsHoldings() {}

  static LedgerHoldings of(LedgerStreams ledger) {
    LedgerCensus census = ledger.census();
    Map<StateName, Long> operations = new EnumMap<>(StateName.class);
    for (StateName state : StateName.values()) {
      operations.put(state, census.operations(state));
    }
    return new LedgerHoldings(
        census.partitions(),
        census.uncounted(),
        operations,
        census.waiting(),
        census.escalations(),
        Set.copyOf(census.suspended()),
        census.oldestUnknown().map(since -> age(since, ledger.clock().now())).orElse(Duration.ZERO),
        census.timerLag(),
        storeBytes(ledger),
        ledger.restoring().remaining());
  }

  // Workers date the beginning of their attempts, and their clocks may be ahead.
  private static Duration age(Instant since, Instant now) {
    return since.isBefore(now) ? Duration.between(since, now) : Duration.ZERO;
  }

  private static Map<String, Long> storeBytes(LedgerStreams ledger) {
    Map<String, Long> bytes = new HashMap<>();
    for (Metric metric : ledger.streams().metrics().values()) {
      String store = metric.metricName().tags().get(STORE);
      if (store != null
          && SIZES.contains(metric.metricName().name())
          && metric.metricValue() instanceof Number size) {
        bytes.merge(store, size.longValue(), Long::sum);
      }
    }
    return bytes;
  }
}
