package io.onefold.audit;

import java.util.Optional;
import java.util.Set;

/** Where dead letters say that they come from. */
final class DeadLetters {
  static final String TOPIC = "onefold.topic";
  private static final String PARTITION = "onefold.partition";
  private static final String OFFSET = "onefold.offset";
  static final String REASON = "onefold.reason";
  static final String CUT_VALUE = "onefold.cut.value";

  /** The headers that are looked at; a letter may have any others, of any number and length. */
  static final Set<String> HEADERS = Set.of(TOPIC, PARTITION, OFFSET, REASON, CUT_VALUE);

  private DeadLetters() {}

  /** The place of a record. */
  record Origin(String topic, int partition, long offset) {}

  /** The record that a letter is about; empty if it names none. */
  static Optional<Origin> origin(TopicRecord letter) {
    String topic = letter.headers().get(TOPIC);
    String partition = letter.headers().get(PARTITION);
    String offset = letter.headers().get(OFFSET);
    if (topic == null || partition == null || offset == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Origin(topic, Integer.parseInt(partition), Long.parseLong(offset)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
