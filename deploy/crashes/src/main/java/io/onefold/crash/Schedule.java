package io.onefold.crash;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Says which point comes next and what is done there: always one that was tried least, and of three
 * faults two are kills. Thread-safe.
 */
final class Schedule {
  /** A point and what is to be done there. */
  record Task(Point point, Fault fault) {}

  private final List<Point> points;
  private final boolean brokerKills;
  private final Random random;
  private final Map<Point, Integer> tries = new HashMap<>();
  private final Map<Point, Integer> turn = new LinkedHashMap<>();
  private final Set<Point> armed = new HashSet<>();

  /**
   * A schedule over these points, in an order that follows from the seed.
   *
   * @param brokerKills whether the broker may be killed as well
   */
  Schedule(List<Point> points, boolean brokerKills, long seed) {
    this.brokerKills = brokerKills;
    this.points = List.copyOf(points);
    this.random = new Random(seed);
    for (int i = 0; i < points.size(); i++) {
      turn.put(points.get(i), i);
    }
  }

  /** The next task of a process that works; empty if no point is free. */
  synchronized Optional<Task> next(Role role) {
    return least(role, Point.Phase.RUNNING);
  }

  /**
   * A task for a process that is about to start; empty if such points were tried more often than
   * the others.
   */
  synchronized Optional<Task> nextStart(Role role, boolean wiped) {
    Optional<Task> restoring =
        wiped && role == Role.LEDGER ? least(role, Point.Phase.RESTORING) : Optional.empty();
    return restoring.isPresent() || random.nextInt(4) == 0
        ? restoring
        : least(role, Point.Phase.STARTING);
  }

  private Optional<Task> least(Role role, Point.Phase phase) {
    List<Point> free = new ArrayList<>();
    for (Point point : points) {
      if (point.role() == role && point.phase() == phase && !armed.contains(point)) {
        free.add(point);
      }
    }
    Collections.shuffle(free, random);
    return free.stream()
        .min(Comparator.comparing(point -> tries.getOrDefault(point, 0)))
        .map(this::take);
  }

  private Task take(Point point) {
    armed.add(point);
    int number = tries.merge(point, 1, Integer::sum) - 1;
    List<Fault> others =
        Fault.others(point).stream().filter(fault -> brokerKills || fault != Fault.BOUNCE).toList();
    int place = turn.getOrDefault(point, 0);
    boolean other = (number + place) % 3 == 2;
    return new Task(
        point, other ? others.get((place / 3 + number / 3) % others.size()) : Fault.KILL);
  }

  /** The task is over. */
  synchronized void done(Task task) {
    armed.remove(task.point());
  }

  /** The fewest tries that any point of the working processes had. */
  synchronized int fewestTries() {
    return points.stream()
        .filter(point -> point.phase() == Point.Phase.RUNNING)
        .mapToInt(point -> tries.getOrDefault(point, 0))
        .min()
        .orElse(0);
  }
}
