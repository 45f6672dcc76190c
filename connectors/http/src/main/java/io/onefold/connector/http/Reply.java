package io.onefold.connector.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.Observation.Inconclusive;
import java.util.List;
import java.util.Optional;

/** What one way of asking brought, over all its pages. */
sealed interface Reply {
  /**
   * Readable answers.
   *
   * @param items what they list, possibly nothing
   * @param doubt why their silence would prove nothing: a cache answered, or there is more than was
   *     declared
   */
  record Items(List<JsonNode> items, Optional<CannotTell> doubt) implements Reply {
    public Items {
      items = List.copyOf(items);
    }
  }

  /** Nothing is at this address. */
  record Absent(String message) implements Reply {}

  /** Something was here and was removed. */
  record Gone(String message) implements Reply {}

  /** No answer that tells anything. */
  record CannotTell(Inconclusive.Why why, String message) implements Reply {}
}
