package io.onefold.proof.weakening;

import io.onefold.proof.simulation.Simulation;
import io.onefold.proof.simulation.Verdict;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Plays one history among changed classes. It speaks in words of the JDK alone, because whoever
 * asks knows other classes by the same names.
 *
 * <p>From the seed, and whether a story is wanted: nothing if all promises were kept, otherwise the
 * broken rule, the world, what was found and the story.
 */
public final class Probe implements BiFunction<Long, Boolean, List<String>> {
  /** Made by reflection. */
  public Probe() {}

  @Override
  public List<String> apply(Long seed, Boolean withStory) {
    Verdict verdict = Simulation.run(seed);
    return verdict.isKept()
        ? List.of()
        : List.of(
            verdict.rule().orElseThrow(),
            verdict.world().name(),
            verdict.violations().get(0).finding(),
            withStory ? verdict.story() : "");
  }
}
