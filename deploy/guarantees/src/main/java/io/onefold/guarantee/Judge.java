package io.onefold.guarantee;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Lets all guarantees watch one run. Used by one thread at a time. */
public final class Judge {
  private final List<Guarantee> guarantees;
  private final List<Violation> violations = new ArrayList<>();

  /** A judge with these guarantees, each new for this run. */
  public Judge(List<Guarantee> guarantees) {
    this.guarantees = List.copyOf(guarantees);
  }

  /** A judge of the whole promise, for a run of which every destination tells what it stored. */
  public static Judge ofThePromise() {
    return ofThePromise(destination -> true);
  }

  /**
   * A judge of the whole promise.
   *
   * @param observed the names of the destinations that tell what they stored, which means all of
   *     it: a VERIFIED operation of another one needs no effect to be seen
   */
  public static Judge ofThePromise(Predicate<String> observed) {
    return new Judge(
        List.of(
            new OneEffect(),
            new OneLiveAttempt(),
            new UnknownIsAskedFirst(),
            new VerifiedIsReadBack(observed),
            new OneReceiptOrEscalation(),
            new EverythingIsInTheLog(),
            new ReopenedOnProof()));
  }

  /** Shows the next thing that was seen to all of them. */
  public void see(Seen seen) {
    for (Guarantee guarantee : guarantees) {
      guarantee.see(seen, violations::add);
    }
  }

  /** Ends the run. */
  public void conclude() {
    guarantees.forEach(guarantee -> guarantee.conclude(violations::add));
  }

  /** What was found until now, in the order in which it was found. */
  public List<Violation> violations() {
    return List.copyOf(violations);
  }

  /** True if something was found until now. */
  public boolean foundSomething() {
    return !violations.isEmpty();
  }

  /** What broken assumptions excuse; complete once the run was concluded. */
  public List<Excused> excused() {
    return guarantees.stream().flatMap(guarantee -> guarantee.excused().stream()).toList();
  }
}
