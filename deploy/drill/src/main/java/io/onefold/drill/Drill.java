package io.onefold.drill;

import io.onefold.standalone.TemporaryFolder;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/** One drill, from the first request to the verdicts. */
final class Drill {
  private static final String DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789";

  private final Plan plan;
  private final Progress progress;
  private final Map<Scenario, Result> results = new LinkedHashMap<>();

  private Drill(Plan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /**
   * Does what was planned.
   *
   * @throws io.onefold.standalone.StartException if something that it needs cannot be started
   */
  static Verdicts run(Plan plan, Progress progress) throws InterruptedException {
    return new Drill(plan, progress).run();
  }

  private Verdicts run() throws InterruptedException {
    Instant began = Instant.now();
    plan.skipped().forEach((scenario, why) -> finished(Result.skipped(scenario, why)));
    progress.preparing("starting a broker, ledgers and workers");
    try (TemporaryFolder folder = TemporaryFolder.create("onefold-drill-");
        Stage stage = new Stage(plan.subject(), folder.path(), "drill-" + random())) {
      if (perform(stage)) {
        together(stage, scenario -> true);
      } else {
        together(stage, scenario -> scenario.name().equals(Scenarios.PHANTOM));
      }
      progress.preparing("counting once more, and judging the ledger's own records");
      List<String> common = Closing.of(stage).judge(results);
      return new Verdicts(
          plan.subject(),
          began,
          Instant.now(),
          results.values().stream()
              .sorted(Comparator.comparingInt(one -> Scenarios.all().indexOf(one.scenario())))
              .toList(),
          common,
          Journals.of(stage, results.values()),
          stage.proxies().exchanges());
    }
  }

  /** The undisturbed operation; false if all others would only say that it does not work. */
  private boolean perform(Stage stage) throws InterruptedException {
    Optional<Scenario> first =
        plan.toDo().stream().filter(one -> one.name().equals(Scenarios.PLAIN)).findFirst();
    if (first.isEmpty()) {
      return true;
    }
    Result result = perform(first.get(), stage);
    finished(result);
    if (result.status() == Result.Status.PASSED) {
      return true;
    }
    // A readback that shows too much may be the very reason, and only this one says so.
    others(scenario -> !scenario.name().equals(Scenarios.PHANTOM))
        .forEach(scenario -> finished(Result.skipped(scenario, "mend what `plain` shows first")));
    return false;
  }

  private List<Scenario> others(Predicate<Scenario> wanted) {
    return plan.toDo().stream()
        .filter(scenario -> !scenario.name().equals(Scenarios.PLAIN))
        .filter(wanted)
        .toList();
  }

  private void together(Stage stage, Predicate<Scenario> wanted) throws InterruptedException {
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> all = new ArrayList<>();
      List<Future<?>> quick = new ArrayList<>();
      for (Scenario scenario : others(wanted.and(one -> one.wave() == 1))) {
        Future<?> running = threads.submit(() -> finished(perform(scenario, stage)));
        all.add(running);
        if (scenario.lane() == Scenario.LaneKind.COMMON && !waits(scenario)) {
          quick.add(running);
        }
      }
      await(quick);
      others(wanted.and(one -> one.wave() == 2))
          .forEach(scenario -> all.add(threads.submit(() -> finished(perform(scenario, stage)))));
      await(all);
    }
  }

  /** A scenario that mostly waits for settle holds up nobody. */
  private boolean waits(Scenario scenario) {
    return scenario.takes().apply(plan.subject()).compareTo(Duration.ofSeconds(20)) > 0;
  }

  private static void await(List<Future<?>> running) throws InterruptedException {
    for (Future<?> one : running) {
      try {
        one.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("a scenario tells what goes wrong in its result", e);
      }
    }
  }

  private void finished(Result result) {
    synchronized (results) {
      results.put(result.scenario(), result);
    }
    progress.ended(result);
  }

  private Result perform(Scenario scenario, Stage stage) {
    progress.began(scenario);
    Optional<Trial> trial = Optional.empty();
    try {
      trial = Optional.of(new Trial(scenario, stage, stage.lane(scenario.lane())));
      scenario.course().run(trial.get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return broken(scenario, "it was interrupted");
    } catch (Exception e) {
      return broken(scenario, "the drill itself failed: " + e);
    }
    return trial.get().result();
  }

  private static Result broken(Scenario scenario, String why) {
    return new Result(
        scenario, Result.Status.FAILED, "", "", List.of(why), List.of(), Duration.ZERO, List.of());
  }

  private static String random() {
    SecureRandom random = new SecureRandom();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      text.append(DIGITS.charAt(random.nextInt(DIGITS.length())));
    }
    return text.toString();
  }
}
