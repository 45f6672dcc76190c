package io.onefold.proof.simulation;

import io.onefold.guarantee.Violation;
import io.onefold.proof.simulation.Simulation.Outcome;

/** Tells a history, as short as it can be if it broke a promise. */
final class StoryTeller {
  private StoryTeller() {}

  static String tell(long seed, Outcome outcome) {
    int[] choices = outcome.choices();
    String head = "Seed %d, world %s".formatted(seed, outcome.world());
    if (!outcome.violations().isEmpty()) {
      int before = choices.length;
      choices = Shrinker.shrink(choices, outcome.violations().get(0).rule());
      head += ", made shorter: %d of %d choices are left".formatted(Shrinker.live(choices), before);
    }
    Outcome again = Simulation.play(Choices.again(choices), true);
    StringBuilder text = new StringBuilder(head).append("\n\n").append(again.story()).append('\n');
    for (Violation broken : again.violations()) {
      text.append(
          "BROKEN: %s %s%n    %s%n"
              .formatted(broken.rule(), broken.operationId(), broken.finding()));
    }
    if (again.violations().isEmpty()) {
      text.append("Every promise was kept.\n");
    }
    return text.toString();
  }
}
