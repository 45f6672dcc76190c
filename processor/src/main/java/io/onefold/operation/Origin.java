package io.onefold.operation;

/**
 * Where an input came from.
 *
 * @param source topic name, or {@link #TIMER} or {@link #LEDGER}
 * @param partition of the topic, or of the task
 * @param offset in the topic; -1 where there is none
 */
public record Origin(String source, int partition, long offset) {
  /** Source of an input that a timer made. */
  public static final String TIMER = "timer";

  /** Source of an input that the ledger itself made. */
  public static final String LEDGER = "ledger";
}
