package io.onefold.processor.log;

import io.onefold.schema.Escalation;
import java.util.List;
import java.util.function.Predicate;

/** The newest escalation of each operation that ever had one. Thread-safe; calls may block. */
public interface Escalations {
  /**
   * Escalations in the order of their operation IDs, at most {@code limit}.
   *
   * @param status which ones
   * @param after only those of operations with a greater ID; empty for all
   * @param wanted only those
   * @throws LogUnavailableException if the topic has not been read to its end yet
   */
  List<Escalation> list(Status status, String after, int limit, Predicate<Escalation> wanted);

  /** Which ones. */
  enum Status {
    OPEN,
    CLOSED,
    ALL
  }
}
