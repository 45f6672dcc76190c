package io.onefold.topology;

/**
 * What is stored of a partition does not go on where the log ends. Unlike a cluster that does not
 * answer, it does not pass by itself.
 */
final class StateGapException extends StartRefusedException {
  private static final long serialVersionUID = 1L;

  private final int partition;

  StateGapException(int partition, String message) {
    super(message, true);
    this.partition = partition;
  }

  /** Whose state it is. */
  int partition() {
    return partition;
  }
}
