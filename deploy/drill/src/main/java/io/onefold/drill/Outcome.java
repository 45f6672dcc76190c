package io.onefold.drill;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.faults.Exchange;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One operation when its scenario ended.
 *
 * @param view as the ledger shows it; missing: it was not submitted
 * @param count what the destination stored
 * @param writes that the proxies saw
 * @param endedAt when the end was seen
 * @param open true: it had not come to an end, and none was waited for
 */
record Outcome(
    Operation operation,
    JsonNode view,
    Count count,
    List<Exchange> writes,
    Instant endedAt,
    boolean open) {
  Outcome {
    writes = List.copyOf(writes);
  }

  String state() {
    return view.path("state").asText("");
  }

  String reason() {
    return view.path("reason").asText("");
  }

  String message() {
    return view.path("message").asText("");
  }

  /** How the attempt with this number, from 1, ended, such as {@code UNKNOWN TIMEOUT}. */
  Optional<String> attempt(int number) {
    JsonNode attempt = view.path("attempts").path(number - 1);
    return attempt.isMissingNode() || attempt.path("result").isNull()
        ? Optional.empty()
        : Optional.of(
            attempt.path("result").asText() + " " + attempt.path("detail").asText("NONE"));
  }

  /** What the destination said when it was last asked. */
  Optional<String> lastReadback() {
    JsonNode all = view.path("readbacks");
    JsonNode last = all.path(all.size() - 1);
    return last.isMissingNode()
        ? Optional.empty()
        : Optional.of(
            "the last readback (%s) ended %s: %s"
                .formatted(
                    last.path("method").asText("none"),
                    last.path("result").asText("without an answer so far"),
                    last.path("message").asText("nothing more is known")));
  }

  /** How often a write reached the destination. */
  int deliveries() {
    return writes.stream().mapToInt(write -> write.deliveries().size()).sum();
  }

  /** What the destination stored for all of them. */
  static String stored(List<Outcome> outcomes) {
    return outcomes.size() == 1
        ? outcomes.getFirst().count().words()
        : outcomes.stream()
                .map(one -> Integer.toString(one.count().items()))
                .collect(Collectors.joining(", "))
            + " items";
  }
}
