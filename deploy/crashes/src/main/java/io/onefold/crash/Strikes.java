package io.onefold.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What was done until now. Thread-safe. */
final class Strikes {
  private final List<Strike> all = new ArrayList<>();
  private final List<String> endedByThemselves = new ArrayList<>();
  private String fleet = "";

  synchronized void fleet(String name) {
    fleet = name;
  }

  synchronized void hit(Point point, Fault fault, Set<String> open, String note) {
    all.add(new Strike(point, fault, fleet, true, open, note));
  }

  synchronized void notReached(Point point, Fault fault) {
    all.add(new Strike(point, fault, fleet, false, Set.of(), ""));
  }

  /** A process ended although nobody had ended it. */
  synchronized void endedByItself(String process, String how) {
    endedByThemselves.add(fleet + ": " + process + ", " + how);
  }

  synchronized List<Strike> all() {
    return List.copyOf(all);
  }

  synchronized List<String> endedByThemselves() {
    return List.copyOf(endedByThemselves);
  }

  /** How many processes were killed at a point. */
  synchronized int kills() {
    return (int) all.stream().filter(s -> s.reached() && s.fault().isKill()).count();
  }

  /** The points at which a process was killed. */
  synchronized Set<String> pointsOfKills() {
    return all.stream()
        .filter(s -> s.reached() && s.fault().isKill())
        .map(s -> s.point().title())
        .collect(Collectors.toUnmodifiableSet());
  }
}
