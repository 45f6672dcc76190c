package io.onefold.proof.simulation;

import io.onefold.guarantee.Judge;
import io.onefold.guarantee.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Plays histories. A seed decides everything in one. */
public final class Simulation {
  private static final World[] WORLDS = World.values();

  private Simulation() {}

  /** Plays the history of a seed. Thread-safe. */
  public static Verdict run(long seed) {
    return onFibreThread(() -> verdict(seed, Choices.of(seed), false));
  }

  /**
   * Histories and their calls are virtual threads: between those a hand-over costs a microsecond.
   */
  static <T> T onFibreThread(Supplier<T> work) {
    if (Thread.currentThread().isVirtual()) {
      return work.get();
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                result.complete(work.get());
              } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
              }
            });
    return result.join();
  }

  /** What became of one history, with all that was chosen in it. */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared.
  record Outcome(
      World world, List<Violation> violations, Tally tally, int[] choices, String story) {
    boolean breaks(String rule) {
      return !violations.isEmpty() && violations.get(0).rule().equals(rule);
    }
  }

  private static Verdict verdict(long seed, Choices choices, boolean told) {
    Outcome outcome = play(choices, told);
    return new Verdict(
        seed,
        outcome.world(),
        outcome.violations(),
        outcome.tally(),
        () -> onFibreThread(() -> StoryTeller.tell(seed, outcome)));
  }

  static Outcome play(Choices choices, boolean told) {
    World world = WORLDS[choices.below(WORLDS.length)];
    Judge judge = Judge.ofThePromise();
    Story story = told ? Story.told() : Story.untold();
    History history = new History(world, choices, judge, story);
    Play play = new Play(history);
    List<Violation> violations = new ArrayList<>();
    try {
      play.play();
    } catch (RuntimeException e) {
      violations.add(new Violation("", "no-failure", "", trace(e)));
    }
    violations.addAll(judge.violations());
    violations.addAll(history.exact().violations());
    violations.addAll(play.checks().violations());
    Tally tally = history.census().tally(history.faults(), play.steps(), history.now());
    return new Outcome(world, violations, tally, choices.made(), story.toString());
  }

  private static String trace(Throwable failure) {
    StringBuilder text = new StringBuilder();
    for (Throwable t = failure; t != null; t = t.getCause()) {
      text.append(t).append('\n');
      StackTraceElement[] frames = t.getStackTrace();
      for (int i = 0; i < Math.min(12, frames.length); i++) {
        text.append("    at ").append(frames[i]).append('\n');
      }
    }
    return text.toString();
  }
}
