package io.onefold.topology;

/**
 * Looks, when a task begins, whether what is stored and what is in the log go on from each other.
 */
interface Continuity {
  /**
   * Looks at a partition whose stores are restored.
   *
   * @throws StateGapException if deciding on what is stored could send something twice or skip
   *     something, with what to do about it
   */
  void check(int partition, StreamsStore store);
}
