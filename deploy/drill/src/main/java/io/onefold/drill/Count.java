package io.onefold.drill;

import io.onefold.connector.Observation;
import java.util.List;

/**
 * What a destination stored for an operation.
 *
 * @param items how many
 * @param ids of those whose id is known
 * @param search what the contract's own search showed
 * @param exact false: nothing can be searched for, or the search could not tell, so only what
 *     answers told is counted
 */
record Count(int items, List<String> ids, Observation search, boolean exact) {
  Count {
    ids = List.copyOf(ids);
  }

  /** In a few words, such as {@code 2 items (41, 42)}. */
  String words() {
    String named = ids.isEmpty() ? "" : " (" + String.join(", ", ids) + ")";
    return switch (items) {
      case 0 -> exact ? "nothing" : "nothing known";
      case 1 -> "1 item" + named;
      default -> items + " items" + named;
    };
  }

  /** True if the one item has the approved content, as far as the contract compares it. */
  boolean isRight() {
    return search instanceof Observation.Found found
        && (found.kind() == Observation.Found.Kind.MATCH
            || found.kind() == Observation.Found.Kind.NORMALISED);
  }
}
