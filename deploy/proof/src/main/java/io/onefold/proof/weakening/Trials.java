package io.onefold.proof.weakening;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Tries weakenings side by side, each among classes of its own. */
final class Trials {
  /**
   * What became of one.
   *
   * @param caught empty: no history broke a promise
   * @param played histories until then
   */
  record Result(Weakening weakening, Optional<Trial.Caught> caught, int played) {}

  /** A shortened history, if one noticed. */
  record Told(boolean noticed, String story) {}

  /** First histories that the unchanged code is tried with. */
  private static final int CONTROL = 200;

  private final Checkout checkout;
  private final int histories;
  private final boolean fromTheFirst;

  /**
   * Trials of at most so many histories each.
   *
   * @param fromTheFirst true: the kept seeds are not used, seeds are tried from 1 on
   */
  Trials(Checkout checkout, int histories, boolean fromTheFirst) {
    this.checkout = checkout;
    this.histories = histories;
    this.fromTheFirst = fromTheFirst;
  }

  /** Tries these and shows each result, in their order, as soon as it is there. */
  List<Result> run(List<Weakening> weakenings, Consumer<Result> shown) {
    int atOnce = Runtime.getRuntime().availableProcessors();
    try (SourceCompiler compiler = new SourceCompiler();
        ExecutorService threads = Executors.newFixedThreadPool(atOnce)) {
      // One at a time: the compiler keeps the open class path for the next.
      List<Future<Result>> running = new ArrayList<>();
      for (Weakening weakening : weakenings) {
        Map<String, byte[]> classes = Trial.classes(weakening, checkout, compiler);
        running.add(threads.submit(() -> play(weakening, classes)));
      }
      List<Result> results = new ArrayList<>();
      for (Future<Result> each : running) {
        results.add(result(each));
        shown.accept(results.getLast());
      }
      return results;
    }
  }

  private Result play(Weakening weakening, Map<String, byte[]> classes) {
    Optional<Trial.Caught> caught = new Trial(classes).run(seeds(weakening));
    return new Result(weakening, caught, caught.map(Trial.Caught::histories).orElse(histories));
  }

  private List<Long> seeds(Weakening weakening) {
    Stream<Long> fromOne = LongStream.rangeClosed(1, histories).boxed();
    Stream<Long> kept = fromTheFirst ? Stream.empty() : weakening.seed().stream();
    return Stream.concat(kept, fromOne).distinct().limit(histories).toList();
  }

  /**
   * Nothing is changed: the seeds that showed a damage, and the first ones.
   *
   * @return a promise that the real code broke, or this machinery
   */
  Optional<Trial.Caught> control(List<Result> results) {
    try (SourceCompiler compiler = new SourceCompiler()) {
      List<Weakening> weakenings = results.stream().map(Result::weakening).toList();
      Stream<Long> telling =
          results.stream().flatMap(result -> result.caught().stream()).map(Trial.Caught::seed);
      Stream<Long> first = LongStream.rangeClosed(1, Math.min(histories, CONTROL)).boxed();
      return new Trial(Trial.unchangedClasses(weakenings, checkout, compiler))
          .run(Stream.concat(telling, first).distinct().toList());
    }
  }

  /** What the history says that notices this one. */
  Told tell(Weakening weakening) {
    try (SourceCompiler compiler = new SourceCompiler()) {
      Trial trial = new Trial(Trial.classes(weakening, checkout, compiler));
      return trial
          .run(seeds(weakening))
          .map(caught -> new Told(true, trial.story(caught.seed())))
          .orElseGet(
              () -> new Told(false, "No promise was broken in " + histories + " histories."));
    }
  }

  private static Result result(Future<Result> running) {
    try {
      return running.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeakeningException("interrupted while weakenings were tried", e);
    } catch (ExecutionException e) {
      throw new WeakeningException("a weakened history broke down: " + e.getCause(), e);
    }
  }
}
