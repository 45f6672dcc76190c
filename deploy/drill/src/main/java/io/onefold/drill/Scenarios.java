package io.onefold.drill;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The list, in the order of the report. */
final class Scenarios {
  /** What is always done first. */
  static final String PLAIN = "plain";

  /** What is done even where the first one fails. */
  static final String PHANTOM = "phantom";

  private static final List<Scenario> ALL =
      Stream.of(Triggers.all(), Outages.all(), LateWrites.all(), Kills.all(), Probes.all())
          .flatMap(List::stream)
          .toList();

  private Scenarios() {}

  static List<Scenario> all() {
    return ALL;
  }

  static Optional<Scenario> find(String name) {
    return ALL.stream().filter(scenario -> scenario.name().equals(name)).findFirst();
  }
}
