package io.onefold.audit;

import io.onefold.schema.Checkpoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * All that an audit finds. Each finding goes to a file, so that memory does not grow with their
 * number; the first ones stay, with their timelines. Thread-safe.
 */
final class Found implements AutoCloseable {
  private static final int MOST_KEPT = 1000;
  private static final int MOST_LISTED = 5000;

  private final Map<Rule, Long> byRule = new EnumMap<>(Rule.class);
  private final Map<String, Long> byState = new TreeMap<>();
  private final List<Finding> kept = new ArrayList<>();
  private final List<AuditResult.Operation> listed = new ArrayList<>();
  private final Lines lines = new Lines();
  private final Warnings warnings = new Warnings();
  private final Map<Integer, Checkpoint> newest = new TreeMap<>();
  private long violations;
  private long notes;
  private long operations;
  private long leftOut;
  private long events;
  private long receipts;

  /** An operation was judged. */
  synchronized void judged(OperationFile of, String state, OperationFindings findings) {
    boolean known = !of.journal.isEmpty() || !of.intents.isEmpty();
    operations += known ? 1 : 0;
    events += of.journal.size();
    receipts += of.receipts.size();
    if (known) {
      byState.merge(state, 1L, Long::sum);
    }
    if (known && (listed.size() < MOST_LISTED || !findings.isEmpty())) {
      list(
          new AuditResult.Operation(
              of.id, state, of.journal.size(), findings.found().size(), last(of)));
    }
    if (!findings.isEmpty()) {
      boolean shown = kept.size() < MOST_KEPT;
      List<Finding.Moment> timeline = shown ? Timeline.of(of) : List.of();
      findings.found().forEach(finding -> add(shown ? finding.with(timeline) : finding));
    }
  }

  private static long last(OperationFile of) {
    return of.journal.stream().mapToLong(e -> e.what().getAtMs()).max().orElse(0);
  }

  /** Operations with findings go before others. */
  private void list(AuditResult.Operation operation) {
    if (listed.size() >= MOST_LISTED) {
      for (int i = listed.size() - 1; i >= 0; i--) {
        if (listed.get(i).findings() == 0) {
          listed.set(i, operation);
          return;
        }
      }
      return;
    }
    listed.add(operation);
  }

  /** An operation is outside of what was asked for. */
  synchronized void leftOut() {
    leftOut++;
  }

  /** Something was found. */
  synchronized void add(Finding finding) {
    byRule.merge(finding.rule(), 1L, Long::sum);
    if (finding.rule().isNote()) {
      notes++;
    } else {
      violations++;
    }
    if (kept.size() < MOST_KEPT) {
      kept.add(finding);
    }
    lines.add(FindingJson.of(finding));
  }

  /** The newest checkpoint of a partition; all of them are in order, and the journal agrees. */
  synchronized void inOrderUpTo(Checkpoint checkpoint) {
    newest.put(checkpoint.getPartition(), checkpoint);
  }

  synchronized List<Checkpoint> newest() {
    return List.copyOf(newest.values());
  }

  /** What is told beside the findings. */
  Warnings warnings() {
    return warnings;
  }

  synchronized long violations() {
    return violations;
  }

  synchronized long notes() {
    return notes;
  }

  synchronized AuditResult.Counts counts(Map<String, Long> records) {
    return new AuditResult.Counts(
        records,
        operations,
        leftOut,
        events,
        receipts,
        new TreeMap<>(byState),
        new TreeMap<>(byRule));
  }

  /** The first ones, violations before notes, by operation and place. */
  synchronized List<Finding> kept() {
    List<Finding> sorted = new ArrayList<>(kept);
    sorted.sort(
        Comparator.comparing((Finding f) -> f.rule().isNote())
            .thenComparing(Finding::operationId)
            .thenComparing(Finding::topic)
            .thenComparingInt(Finding::partition)
            .thenComparingLong(Finding::offset)
            .thenComparing(Finding::rule));
    return sorted;
  }

  synchronized List<AuditResult.Operation> listed() {
    List<AuditResult.Operation> sorted = new ArrayList<>(listed);
    sorted.sort(
        Comparator.comparing((AuditResult.Operation o) -> o.findings() == 0)
            .thenComparing(AuditResult.Operation::operationId));
    return sorted;
  }

  /** Each finding as one line of JSON, in the order in which they were found. */
  void each(Consumer<String> sink) {
    lines.each(sink);
  }

  @Override
  public void close() {
    lines.close();
    warnings.close();
  }
}
