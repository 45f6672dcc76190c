package io.onefold.topology;

import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;

/**
 * What the processors of one ledger instance share.
 *
 * @param partitions number of partitions of the input topics
 */
public record LedgerParts(
    Topics topics,
    Policies policies,
    int partitions,
    SchemaIds ids,
    InputReader reader,
    LedgerClock clock,
    LedgerCounters counters,
    LedgerCensus census,
    Signing signing) {

  /**
   * The parts of one instance.
   *
   * @param partitions number of partitions of the input topics
   */
  public static LedgerParts of(
      Topics topics,
      Policies policies,
      int partitions,
      SchemaIds ids,
      LedgerClock clock,
      Signing signing) {
    InputReader reader = new InputReader(topics, policies, partitions, ids);
    return new LedgerParts(
        topics,
        policies,
        partitions,
        ids,
        reader,
        clock,
        new LedgerCounters(),
        new LedgerCensus(partitions),
        signing);
  }

  /** The same for an instance that signs nothing. */
  public static LedgerParts of(
      Topics topics, Policies policies, int partitions, SchemaIds ids, LedgerClock clock) {
    return of(topics, policies, partitions, ids, clock, Signing.none());
  }
}
