package io.onefold.crash;

import io.onefold.crash.agent.Trigger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A moment at which a process can be struck.
 *
 * @param name what it is called in the matrix
 * @param role which process is struck
 * @param phase when it can be reached
 * @param steps the method boundaries that must be passed in this order; the last one is the moment.
 *     Empty where the harness itself sees the moment, between a worker and the provider
 * @param wire the moment on the wire; empty where the process itself tells
 */
record Point(String name, Role role, Phase phase, List<Trigger> steps, Optional<WireMoment> wire) {
  /** When a point can be reached. */
  enum Phase {
    /** While the process works. */
    RUNNING,
    /** While it starts, after a kill. */
    STARTING,
    /** While it starts without what it had stored. */
    RESTORING
  }

  Point {
    steps = List.copyOf(steps);
  }

  /** {@code ledger: name}. */
  String title() {
    return role.name().toLowerCase(Locale.ROOT) + ": " + name;
  }

  /** Where in the code, for people. */
  String place() {
    return wire.map(WireMoment::words).orElseGet(() -> place(steps.getLast()));
  }

  private String place(Trigger last) {
    String site = last.site().substring(0, last.site().lastIndexOf('/'));
    String text = site.substring(site.lastIndexOf('.', site.indexOf('#')) + 1);
    String of = last.kind() == Trigger.Kind.ANY ? "" : " of " + last.text();
    String after = steps.size() > 1 ? ", next after " + place(steps, steps.size() - 2) : "";
    return text.replace('#', '.') + " " + last.edge().name().toLowerCase(Locale.ROOT) + of + after;
  }

  private static String place(List<Trigger> steps, int index) {
    Trigger step = steps.get(index);
    String site = step.site().substring(step.site().indexOf('#') + 1, step.site().lastIndexOf('/'));
    return site + (step.kind() == Trigger.Kind.ANY ? "" : " of " + step.text());
  }
}
