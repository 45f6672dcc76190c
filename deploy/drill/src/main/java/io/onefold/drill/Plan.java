package io.onefold.drill;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a drill is going to do.
 *
 * @param toDo in the order of the list
 * @param skipped with the reason
 */
record Plan(Subject subject, List<Scenario> toDo, Map<Scenario, String> skipped) {
  /** From the start of the command until the first scenario, and from the last to the report. */
  private static final Duration AROUND = Duration.ofSeconds(25);

  Plan {
    toDo = List.copyOf(toDo);
    skipped = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(skipped));
  }

  /**
   * Plans.
   *
   * @param only the names of those wanted; empty: all
   * @param longest one that takes longer is skipped
   */
  static Plan of(Subject subject, List<String> only, Duration longest) {
    List<Scenario> toDo = new ArrayList<>();
    Map<Scenario, String> skipped = new LinkedHashMap<>();
    for (Scenario scenario : Scenarios.all()) {
      boolean first = scenario.name().equals(Scenarios.PLAIN);
      if (!only.isEmpty() && !only.contains(scenario.name()) && !first) {
        continue;
      }
      Optional<String> why =
          scenario.skipped().apply(subject).or(() -> tooLong(scenario, subject, longest));
      why.ifPresentOrElse(reason -> skipped.put(scenario, reason), () -> toDo.add(scenario));
    }
    return new Plan(subject, toDo, skipped);
  }

  private static Optional<String> tooLong(Scenario scenario, Subject subject, Duration longest) {
    Duration takes = scenario.takes().apply(subject);
    return takes.compareTo(longest) <= 0
        ? Optional.empty()
        : Optional.of(
            "takes about %s with these times; --longest %ds lets it run"
                .formatted(inWords(takes), takes.plusSeconds(60).toSeconds()));
  }

  /** How many operations are made; each may become one item, and a wrong contract makes more. */
  int operations() {
    return toDo.stream().mapToInt(Scenario::operations).sum();
  }

  /** About how long it takes: the lanes and the scenarios of a wave run side by side. */
  Duration takes() {
    Duration frail =
        toDo.stream()
            .filter(scenario -> scenario.lane() == Scenario.LaneKind.FRAIL)
            .map(scenario -> scenario.takes().apply(subject))
            .reduce(Duration.ZERO, Duration::plus);
    // The scenarios of the last wave hold places of their workers and may wait for each other.
    Duration last =
        toDo.stream()
            .filter(scenario -> scenario.wave() == 2)
            .map(scenario -> scenario.takes().apply(subject))
            .reduce(Duration.ZERO, (a, b) -> a.compareTo(b) > 0 ? a : b)
            .multipliedBy(3)
            .dividedBy(2);
    Duration common = last.plusSeconds(15);
    return AROUND.plus(frail.compareTo(common) > 0 ? frail : common);
  }

  /** Such as {@code 40 s} or {@code 3 min}. */
  static String inWords(Duration duration) {
    long seconds = duration.toSeconds();
    return seconds < 100 ? seconds + " s" : (seconds + 30) / 60 + " min";
  }
}
