package io.onefold.audit;

import java.util.Optional;

/** Where dead letters say that they come from. */
final class DeadLetters {
  static final String TOPIC = "onefold.topic";
  private static final String PARTITION = "onefold.partition";
  private static final String OFFSET = "onefold.offset";
  static final String REASON = "onefold.reason";

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
