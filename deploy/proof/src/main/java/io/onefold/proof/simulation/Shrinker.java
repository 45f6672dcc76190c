package io.onefold.proof.simulation;

import java.util.Arrays;

/** Looks for a shorter history that still breaks the same rule: fewer choices that are not zero. */
final class Shrinker {
  private static final long LONGEST_NS = 8_000_000_000L;

  private final String rule;
  private final long until = System.nanoTime() + LONGEST_NS;
  private int[] best;

  private Shrinker(int[] choices, String rule) {
    this.best = choices;
    this.rule = rule;
  }

  static int[] shrink(int[] choices, String rule) {
    Shrinker shrinker = new Shrinker(choices, rule);
    shrinker.run();
    return shrinker.best;
  }

  /** How many choices differ from the harmless one. */
  static int live(int[] choices) {
    return (int) Arrays.stream(choices).filter(choice -> choice != 0).count();
  }

  private void run() {
    int before;
    do {
      before = live(best) + best.length;
      cutEnd();
      for (int size = Math.max(1, best.length / 4); size >= 1; size /= 2) {
        neutralise(size);
        remove(size);
      }
    } while (live(best) + best.length < before && isTime());
  }

  private boolean isTime() {
    return System.nanoTime() < until;
  }

  private void cutEnd() {
    int low = 0;
    int high = best.length;
    while (low < high && isTime()) {
      int middle = (low + high) / 2;
      if (keeps(Arrays.copyOf(best, middle))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
  }

  /** The first choice is the world; it stays. */
  private void neutralise(int size) {
    for (int from = 1; from < best.length && isTime(); from += size) {
      int to = Math.min(best.length, from + size);
      int[] fewer = best.clone();
      Arrays.fill(fewer, from, to, 0);
      if (!Arrays.equals(fewer, best)) {
        keeps(fewer);
      }
    }
  }

  private void remove(int size) {
    for (int from = best.length - size; from >= 1 && isTime(); from -= size) {
      if (from + size <= best.length) {
        int[] fewer = new int[best.length - size];
        System.arraycopy(best, 0, fewer, 0, from);
        System.arraycopy(best, from + size, fewer, from, best.length - from - size);
        keeps(fewer);
      }
    }
  }

  private boolean keeps(int[] choices) {
    if (!Simulation.play(Choices.again(choices), false).breaks(rule)) {
      return false;
    }
    best = choices;
    return true;
  }
}
