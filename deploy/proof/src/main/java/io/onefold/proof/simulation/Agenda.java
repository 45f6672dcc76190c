package io.onefold.proof.simulation;

import java.time.Instant;
import java.time.InstantSource;
import java.util.PriorityQueue;

/**
 * Virtual time, and what is going to happen. Things planned for the same moment happen in the order
 * in which they were planned.
 */
final class Agenda implements InstantSource {
  private static final long BEGIN_MS = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

  private final PriorityQueue<Planned> plan = new PriorityQueue<>();
  private long now;
  private long order;

  private record Planned(long at, long order, Runnable action) implements Comparable<Planned> {
    @Override
    public int compareTo(Planned other) {
      int time = Long.compare(at, other.at);
      return time != 0 ? time : Long.compare(order, other.order);
    }
  }

  /** Milliseconds since the beginning. */
  long now() {
    return now;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(epochMs());
  }

  long epochMs() {
    return BEGIN_MS + now;
  }

  /** Plans something for later, or for now if the time is not above zero. */
  void in(long ms, Runnable action) {
    at(now + Math.max(0, ms), action);
  }

  /** Plans something for a moment that is not over. */
  void at(long ms, Runnable action) {
    plan.add(new Planned(Math.max(now, ms), order++, action));
  }

  /** Lets the next thing happen; false if nothing is planned up to this moment. */
  boolean step(long until) {
    Planned next = plan.peek();
    if (next == null || next.at() > until) {
      return false;
    }
    plan.remove();
    now = next.at();
    next.action().run();
    return true;
  }
}
