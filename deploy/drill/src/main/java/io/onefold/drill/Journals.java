package io.onefold.drill;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.standalone.client.ProblemException;
import io.onefold.standalone.client.UnreachableException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The ledgers' own events of the operations, for the report. */
final class Journals {
  private Journals() {}

  static Map<String, List<JsonNode>> of(Stage stage, Collection<Result> results) {
    Map<String, List<JsonNode>> journals = new LinkedHashMap<>();
    for (Result result : results) {
      Optional.ofNullable(stage.lanes().get(result.scenario().lane()))
          .ifPresent(
              lane ->
                  result
                      .operations()
                      .forEach(
                          one ->
                              journals.put(
                                  one.operation().id(), events(lane, one.operation().id()))));
    }
    return journals;
  }

  private static List<JsonNode> events(Lane lane, String id) {
    try {
      return lane.client().journal(id).orElse(List.of());
    } catch (ProblemException | UnreachableException e) {
      // The report is complete without it, and says what the operation showed at its end.
      return List.of();
    }
  }
}
