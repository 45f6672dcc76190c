package io.onefold.proof.simulation;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Everything that is left open in a history, as a list of numbers. The same list gives the same
 * history; zero is always the harmless choice, and beyond the end of a given list all are zero.
 */
final class Choices {
  private final SplittableRandom random;
  private final boolean replayed;
  private final int[] given;
  private int[] made = new int[512];
  private int count;
  private boolean calm;

  private Choices(SplittableRandom random, boolean replayed, int[] given) {
    this.random = random;
    this.replayed = replayed;
    this.given = given;
  }

  /** Choices of a seed. */
  static Choices of(long seed) {
    return new Choices(new SplittableRandom(seed), false, new int[0]);
  }

  /** These choices again. */
  static Choices again(int[] given) {
    return new Choices(new SplittableRandom(0), true, given.clone());
  }

  /** From now on nothing harmful is chosen any more, and nothing is added to the list. */
  void calm() {
    calm = true;
  }

  boolean isCalm() {
    return calm;
  }

  /** A number from 0 to below {@code sides}. */
  int below(int sides) {
    if (calm || sides <= 1) {
      return 0;
    }
    int choice;
    if (replayed) {
      choice = count < given.length ? given[count] % sides : 0;
    } else {
      choice = random.nextInt(sides);
    }
    if (count == made.length) {
      made = Arrays.copyOf(made, 2 * count);
    }
    made[count++] = choice;
    return choice;
  }

  /** True in so many of a thousand cases; never the harmless choice. */
  boolean perMille(int share) {
    return below(1000) >= 1000 - share;
  }

  /** A time of up to so many milliseconds, from 0. */
  long upTo(long ms) {
    return below((int) Math.min(Integer.MAX_VALUE, ms + 1));
  }

  /** Any order of magnitude up to the given time: often much less than it. */
  long anyUpTo(long ms) {
    if (below(4) == 3) {
      return upTo(ms);
    }
    int magnitudes = 64 - Long.numberOfLeadingZeros(Math.max(1, ms));
    long most = ms >> (magnitudes - 1 - below(magnitudes));
    return upTo(Math.min(ms, most));
  }

  /** What was chosen. */
  int[] made() {
    return Arrays.copyOf(made, count);
  }
}
