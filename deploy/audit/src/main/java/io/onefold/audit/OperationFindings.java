package io.onefold.audit;

import java.util.ArrayList;
import java.util.List;

/** What is found about one operation. */
final class OperationFindings {
  private final String operationId;
  private final List<Finding> found = new ArrayList<>(0);

  OperationFindings(String operationId) {
    this.operationId = operationId;
  }

  List<Finding> found() {
    return found;
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /** A record that is not as it must be. */
  void add(Rule rule, TopicRecord at, String text) {
    add(rule, at, "", "", "", text);
  }

  /** A field that is not as it must be. */
  void add(Rule rule, TopicRecord at, String field, String expected, String actual, String text) {
    found.add(
        new Finding(
            rule,
            operationId,
            at.topic(),
            at.partition(),
            at.offset(),
            field,
            expected,
            actual,
            text,
            List.of()));
  }

  /** A key that names something else than the record speaks of. */
  void keyDiffers(TopicRecord at, String field, String expected, String actual, String subject) {
    add(
        Rule.KEY_DIFFERS,
        at,
        field,
        Differences.show(expected),
        Differences.show(actual),
        otherKey(at, subject));
  }

  /** A record that lies in another partition than the one where it belongs. */
  void misplaced(TopicRecord at, int home) {
    add(Rule.WRONG_PARTITION, at, otherPartition(at, home));
  }

  /** Says of a record that its key names something else than this, of which it speaks. */
  static String otherKey(TopicRecord at, String subject) {
    return "the key is '%s', the record speaks of %s".formatted(at.keyText(), subject);
  }

  /** Says of a record that it lies elsewhere than where it belongs. */
  static String otherPartition(TopicRecord at, int home) {
    return "it lies in partition %d and belongs to %d".formatted(at.partition(), home);
  }

  /** Each field that differs. */
  void differ(Rule rule, TopicRecord at, String what, List<Differences.Difference> differences) {
    for (Differences.Difference d : differences) {
      add(
          rule,
          at,
          d.field(),
          d.expected(),
          d.actual(),
          "%s says %s = %s, by the other records it is %s"
              .formatted(what, d.field(), d.actual(), d.expected()));
    }
  }
}
