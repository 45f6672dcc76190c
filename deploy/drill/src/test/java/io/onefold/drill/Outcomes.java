package io.onefold.drill;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Found;
import io.onefold.faults.Exchange;
import io.onefold.faults.Fault;
import io.onefold.faults.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Outcomes as tests need them. */
final class Outcomes {
  static final Instant BEGAN = Instant.parse("2026-10-31T10:00:00Z");
  static final Observation NOTHING =
      new Observation.NotFound(false, true, "reference", "it lists nothing of this operation");

  private Outcomes() {}

  static Operation operation(Subject subject) {
    return subject.sample().operation(subject.destination(), "drill-ab12-late");
  }

  static Observation found(Found.Kind kind, int matches) {
    return new Found(
        kind,
        "reference",
        matches,
        matches == 1 ? Optional.of("41") : Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        "Asked by reference: it is there");
  }

  static Count count(int items) {
    List<String> ids = IntStream.range(41, 41 + items).mapToObj(Integer::toString).toList();
    return new Count(items, ids, items == 0 ? NOTHING : found(Found.Kind.MATCH, items), true);
  }

  /** Writes that came so many seconds after the first, each delivered at once. */
  static List<Exchange> writes(int... seconds) {
    return IntStream.of(seconds)
        .mapToObj(
            second -> {
              Instant at = BEGAN.plusSeconds(second);
              return new Exchange(
                  1,
                  at,
                  "POST",
                  "/items?key=<a&b>",
                  "write drill-ab12-late",
                  Optional.of(Rule.always(new Fault.HoldRequest(Duration.ofSeconds(9)))),
                  List.of(new Exchange.Delivery(at, Optional.of(201), Map.of(), new byte[0], "")),
                  Optional.empty());
            })
        .toList();
  }

  static Outcome of(
      Subject subject, String state, String reason, Count count, List<Exchange> writes) {
    ObjectNode view = JsonNodeFactory.instance.objectNode();
    view.put("state", state).put("reason", reason).put("message", "it said so");
    if (state.equals("VERIFIED")) {
      view.putObject("receipt").put("outcome", "VERIFIED").put("providerId", "41");
    }
    return new Outcome(operation(subject), view, count, writes, BEGAN.plusSeconds(60), false);
  }
}
