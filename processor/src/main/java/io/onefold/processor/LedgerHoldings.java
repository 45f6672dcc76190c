package io.onefold.processor;

import io.onefold.operation.StateName;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * What one ledger instance holds at one moment. What no map names is zero.
 *
 * @param partitions partitions that it decides for
 * @param uncounted those of them whose operations are not all counted yet, as after a takeover
 * @param operations operations by state
 * @param waiting READY operations by destination
 * @param escalations open escalations by reason, of operations and of destinations
 * @param suspended destinations that are suspended or under test, as far as this instance tells it
 * @param oldestUnknown time since the grant of the oldest attempt whose outcome is unknown; zero if
 *     none is
 * @param timerLag how late the latest partition is with its timers
 * @param storeBytes size by store, in files and in memory, warm copies included
 * @param restoreRemaining records still to be read before all stores are as they were
 */
public record LedgerHoldings(
    int partitions,
    long uncounted,
    Map<StateName, Long> operations,
    Map<String, Long> waiting,
    Map<String, Long> escalations,
    Set<String> suspended,
    Duration oldestUnknown,
    Duration timerLag,
    Map<String, Long> storeBytes,
    long restoreRemaining) {
  /** Nothing yet. */
  public static final LedgerHoldings NONE =
      new LedgerHoldings(
          0, 0, Map.of(), Map.of(), Map.of(), Set.of(), Duration.ZERO, Duration.ZERO, Map.of(), 0);

  public LedgerHoldings {
    operations = Map.copyOf(operations);
    waiting = Map.copyOf(waiting);
    escalations = Map.copyOf(escalations);
    suspended = Set.copyOf(suspended);
    storeBytes = Map.copyOf(storeBytes);
  }
}
