package io.onefold.drill;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.faults.Exchange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a drill has shown.
 *
 * @param results in the order of the list
 * @param common findings that belong to no scenario
 * @param journals the events of each operation, by its ID
 * @param exchanges all that went through the proxies
 */
record Verdicts(
    Subject subject,
    Instant began,
    Instant ended,
    List<Result> results,
    List<String> common,
    Map<String, List<JsonNode>> journals,
    List<Exchange> exchanges) {
  Verdicts {
    results = List.copyOf(results);
    common = List.copyOf(common);
    journals = Map.copyOf(journals);
    exchanges = List.copyOf(exchanges);
  }

  boolean passed() {
    return common.isEmpty() && count(Result.Status.FAILED) == 0;
  }

  long count(Result.Status status) {
    return results.stream().filter(result -> result.status() == status).count();
  }

  Duration took() {
    return Duration.between(began, ended);
  }

  /** In a line. */
  String summary() {
    return "%s: %d passed, %d failed, %d skipped in %s"
        .formatted(
            passed() ? "PASSED" : "FAILED",
            count(Result.Status.PASSED),
            count(Result.Status.FAILED) + common.size(),
            count(Result.Status.SKIPPED),
            Plan.inWords(took()));
  }
}
