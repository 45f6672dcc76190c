package io.onefold.crash.agent;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Called from the prepared methods. Thread-safe, and nearly free while nothing is armed. */
public final class Probe {
  private static final CopyOnWriteArrayList<Watch> WATCHES = new CopyOnWriteArrayList<>();
  private static volatile @Nullable Armed armed;
  private static volatile Consumer<String> tell = line -> {};

  private Probe() {}

  /** A boundary that is only told of, the first time. */
  record Watch(String name, Trigger trigger) {}

  /** The point at which the next thread stops. */
  static final class Armed {
    private final String point;
    private final List<Trigger> steps;
    private final CountDownLatch released = new CountDownLatch(1);
    private int next;

    /**
     * A point.
     *
     * @param steps the boundaries that must be passed in this order; the last one is the point
     */
    Armed(String point, List<Trigger> steps) {
      this.point = point;
      this.steps = List.copyOf(steps);
    }

    private synchronized boolean isReached(String site, Edge edge, @Nullable Object[] arguments) {
      if (next == steps.size() || !steps.get(next).matches(site, edge, arguments)) {
        return false;
      }
      next++;
      return next == steps.size();
    }
  }

  /** A prepared method begins. */
  public static void entered(String site, @Nullable Object[] arguments) {
    reached(site, Edge.ENTRY, arguments);
  }

  /** A prepared method has returned. */
  public static void left(String site, @Nullable Object[] arguments) {
    reached(site, Edge.EXIT, arguments);
  }

  private static void reached(String site, Edge edge, @Nullable Object[] arguments) {
    for (Watch watch : WATCHES) {
      if (watch.trigger().matches(site, edge, arguments) && WATCHES.remove(watch)) {
        tell.accept("SEEN\t" + watch.name());
      }
    }
    Armed now = armed;
    if (now != null && now.isReached(site, edge, arguments)) {
      tell.accept("HIT\t" + now.point);
      hold(now);
    }
  }

  private static void hold(Armed point) {
    try {
      point.released.await();
    } catch (InterruptedException e) {
      // Whoever holds this thread wanted to be asked first; the code under test sees the interrupt.
      Thread.currentThread().interrupt();
    }
  }

  static void tellTo(Consumer<String> harness) {
    tell = harness;
  }

  static void watch(Watch watch) {
    WATCHES.add(watch);
  }

  static void arm(Armed point) {
    armed = point;
  }

  /** Nothing is armed any more, and a held thread goes on. */
  static void release() {
    Armed now = armed;
    armed = null;
    if (now != null) {
      now.released.countDown();
    }
  }
}
