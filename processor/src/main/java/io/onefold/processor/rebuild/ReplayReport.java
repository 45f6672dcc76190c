package io.onefold.processor.rebuild;

import java.time.Duration;
import java.util.List;

/**
 * How receipts and escalations differ from what the journal gives.
 *
 * @param events number of events in the journal
 * @param receipts number of receipts that follow from them
 * @param escalations number of operations whose newest escalation was compared
 * @param differences number of all differences
 * @param first the first of them in words
 * @param took time it took
 */
public record ReplayReport(
    long events,
    long receipts,
    long escalations,
    long differences,
    List<String> first,
    Duration took) {
  public ReplayReport {
    first = List.copyOf(first);
  }
}
