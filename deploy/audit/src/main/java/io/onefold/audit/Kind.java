package io.onefold.audit;

import io.onefold.schema.Message;
import io.onefold.schema.Topics;
import java.util.Optional;

/** What a topic holds. */
enum Kind {
  INTENT,
  PROVIDER_EVENT,
  REVIEW,
  CONTROL,
  COMMAND,
  JOURNAL,
  RECEIPT,
  ESCALATION,
  CHECKPOINT,
  DEAD_LETTER;

  /** What this topic holds; empty for one that is not ours. */
  static Optional<Kind> of(Topics topics, String topic) {
    if (topic.equals(topics.deadLetters())) {
      return Optional.of(DEAD_LETTER);
    }
    return topics
        .messageOf(topic)
        // What opens payloads for workers is no evidence: nothing follows from it.
        .filter(message -> message != Message.PAYLOAD_KEY)
        .map(
            message ->
                switch (message) {
                  case INTENT -> INTENT;
                  case PROVIDER_EVENT -> PROVIDER_EVENT;
                  case REVIEW -> REVIEW;
                  case DESTINATION_RECORD -> CONTROL;
                  case COMMAND -> COMMAND;
                  case OPERATION_EVENT -> JOURNAL;
                  case RECEIPT -> RECEIPT;
                  case ESCALATION -> ESCALATION;
                  case CHECKPOINT -> CHECKPOINT;
                  case OPERATION_SNAPSHOT, DESTINATION_SNAPSHOT, PARTITION_SNAPSHOT, PAYLOAD_KEY ->
                      throw new IllegalStateException(message + " is not judged");
                });
  }

  /**
   * Which input topic a cause speaks of. Only the end of the name counts, so that topics which were
   * copied under another prefix can be judged as well.
   */
  static Optional<Kind> ofCause(String source) {
    if (source.endsWith("provider-events")) {
      return Optional.of(PROVIDER_EVENT);
    }
    if (source.endsWith("intents")) {
      return Optional.of(INTENT);
    }
    if (source.endsWith("reviews")) {
      return Optional.of(REVIEW);
    }
    return source.endsWith("destinations") ? Optional.of(CONTROL) : Optional.empty();
  }

  /** True for what comes in from others. */
  boolean isInput() {
    return switch (this) {
      case INTENT, PROVIDER_EVENT, REVIEW, CONTROL -> true;
      case COMMAND, JOURNAL, RECEIPT, ESCALATION, CHECKPOINT, DEAD_LETTER -> false;
    };
  }

  /** True if every record of it must still be there. */
  boolean isKept() {
    return this != COMMAND && this != ESCALATION;
  }
}
