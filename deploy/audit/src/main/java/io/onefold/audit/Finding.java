package io.onefold.audit;

import java.util.List;

/**
 * Something that is not as it must be.
 *
 * @param operationId whose records; a destination's name after {@code destination }, or empty where
 *     it is about none
 * @param topic where it shows
 * @param partition of that topic; -1 where it is about none
 * @param offset of the record; -1 where there is none
 * @param field the field that differs; empty where it is about none
 * @param expected what must stand there, by all other records
 * @param actual what stands there
 * @param text one sentence for people
 * @param timeline what happened to the operation, in order; empty where too much was found
 */
public record Finding(
    Rule rule,
    String operationId,
    String topic,
    int partition,
    long offset,
    String field,
    String expected,
    String actual,
    String text,
    List<Moment> timeline) {

  public Finding {
    timeline = List.copyOf(timeline);
  }

  /** About a place, and about no operation or field. */
  static Finding at(Rule rule, String topic, int partition, long offset, String text) {
    return new Finding(rule, "", topic, partition, offset, "", "", "", text, List.of());
  }

  /**
   * One record in the timeline of an operation.
   *
   * @param atMs milliseconds since 1970-01-01T00:00:00Z
   */
  public record Moment(long atMs, String topic, int partition, long offset, String what) {}

  Finding with(List<Moment> moments) {
    return new Finding(
        rule, operationId, topic, partition, offset, field, expected, actual, text, moments);
  }
}
