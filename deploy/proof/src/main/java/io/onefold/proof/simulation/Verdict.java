package io.onefold.proof.simulation;

import io.onefold.guarantee.Violation;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What became of one history. */
public final class Verdict {
  private final long seed;
  private final World world;
  private final List<Violation> violations;
  private final Tally tally;
  private final Supplier<String> story;

  Verdict(long seed, World world, List<Violation> violations, Tally tally, Supplier<String> story) {
    this.seed = seed;
    this.world = world;
    this.violations = List.copyOf(violations);
    this.tally = tally;
    this.story = story;
  }

  /** The seed that gives this history again. */
  public long seed() {
    return seed;
  }

  /** The world that it played in. */
  public World world() {
    return world;
  }

  /** True if no promise was broken. */
  public boolean isKept() {
    return violations.isEmpty();
  }

  /** The short name of the first broken rule; empty: none was broken. */
  public Optional<String> rule() {
    return violations.stream().findFirst().map(Violation::rule);
  }

  /** Everything that was broken, in order. */
  public List<Violation> violations() {
    return violations;
  }

  /** What happened in it, in numbers. */
  public Tally tally() {
    return tally;
  }

  /**
   * The history in plain words. If a promise was broken it is made as short as possible before, as
   * far as it still breaks the same rule; that takes some seconds.
   */
  public String story() {
    return story.get();
  }
}
