package io.onefold.guarantee;

import java.util.ArrayList;
import java.util.List;

/** Lets all guarantees watch one run. Used by one thread at a time. */
public final class Judge {
  private final List<Guarantee> guarantees;
  private final List<Violation> violations = new ArrayList<>();

  /** A judge with these guarantees, each new for this run. */
  public Judge(List<Guarantee> guarantees) {
    this.guarantees = List.copyOf(guarantees);
  }

  /** Shows the next thing that was seen to all of them. */
  public void see(Seen seen) {
    guarantees.forEach(guarantee -> guarantee.see(seen, violations::add));
  }

  /** Ends the run. */
  public void conclude() {
    guarantees.forEach(guarantee -> guarantee.conclude(violations::add));
  }

  /** What was found until now, in the order in which it was found. */
  public List<Violation> violations() {
    return List.copyOf(violations);
  }
}
