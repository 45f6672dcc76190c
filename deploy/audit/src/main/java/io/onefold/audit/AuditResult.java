package io.onefold.audit;

import io.onefold.schema.Checkpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What an audit found. Closing it forgets the findings beyond the first ones. */
public final class AuditResult implements AutoCloseable {
  private final Found found;
  private final Scope scope;
  private final Signatures signatures;
  private final Counts counts;
  private final Instant startedAt;
  private final Duration took;

  /**
   * Numbers.
   *
   * @param records of each topic that were read
   * @param operations that were judged
   * @param leftOut operations that are outside of the scope
   * @param events of the journal that were judged
   * @param receipts that were judged
   * @param byState operations by the state that their journal leads to
   * @param byRule findings
   */
  public record Counts(
      Map<String, Long> records,
      long operations,
      long leftOut,
      long events,
      long receipts,
      Map<String, Long> byState,
      Map<Rule, Long> byRule) {}

  /**
   * What keys have signed.
   *
   * @param checked false if no keys were given: then the other numbers but the first and the third
   *     are 0
   * @param receiptsSigned receipts that carry a signature
   * @param receiptsValid receipts that a given key has signed
   * @param checkpoints that were seen
   * @param eventsCovered events of the journal that checkpoints vouch for
   * @param eventsNotCovered the others
   */
  public record Signatures(
      boolean checked,
      long receiptsSigned,
      long receiptsValid,
      long checkpoints,
      long eventsCovered,
      long eventsNotCovered) {}

  /**
   * One operation that was judged.
   *
   * @param lastEventMs time of its newest event: milliseconds since 1970-01-01T00:00:00Z; 0: none
   */
  public record Operation(
      String operationId, String state, int events, int findings, long lastEventMs) {}

  AuditResult(
      Found found,
      Scope scope,
      Signatures signatures,
      Counts counts,
      Instant startedAt,
      Duration took) {
    this.found = found;
    this.scope = scope;
    this.signatures = signatures;
    this.counts = counts;
    this.startedAt = startedAt;
    this.took = took;
  }

  /** True if nothing is broken; notes may have been made. */
  public boolean isClean() {
    return found.violations() == 0;
  }

  /** How many findings break a rule. */
  public long violations() {
    return found.violations();
  }

  /** How many are only told. */
  public long notes() {
    return found.notes();
  }

  /** What breaks no rule, and somebody should look at. */
  public Warnings warnings() {
    return found.warnings();
  }

  /** What was judged. */
  public Scope scope() {
    return scope;
  }

  /** True if one operation was asked for, and no topic holds a record of it. */
  public boolean isOfUnknownOperation() {
    return scope.operationId().isPresent() && counts.operations() + counts.leftOut() == 0;
  }

  /** What keys have signed. */
  public Signatures signatures() {
    return signatures;
  }

  /** In numbers. */
  public Counts counts() {
    return counts;
  }

  /** When it began. */
  public Instant startedAt() {
    return startedAt;
  }

  /** How long it took. */
  public Duration took() {
    return took;
  }

  /**
   * The newest checkpoint of each partition of which all are in order and agree with the journal;
   * none if no keys were given.
   */
  public List<Checkpoint> checkpoints() {
    return found.newest();
  }

  /** The first 1000 findings, violations first. */
  public List<Finding> findings() {
    return found.kept();
  }

  /** The first 5000 operations, those with findings first. */
  public List<Operation> operations() {
    return found.listed();
  }

  /** Every finding as one line of JSON. */
  public void eachFinding(Consumer<String> sink) {
    found.each(sink);
  }

  @Override
  public void close() {
    found.close();
  }
}
