package io.onefold.proof.weakening;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code onefold prove weakenings}. */
@Command(
    name = "weakenings",
    mixinStandardHelpOptions = true,
    description = {
      "Drops one rule of the protocol after the other, by changing real source text in memory, and"
          + " shows which history of the simulation notices.",
      "Exit code 1: one was not noticed, or the unchanged code broke a promise; 2: a weakening does"
          + " not fit the sources, or there are none."
    })
public final class WeakeningsCommand implements Callable<Integer> {
  private static final int BROKEN = 1;
  private static final int USAGE = 2;
  private static final String ROW = "%-34s %-30s %-24s %9s %9s%n";

  @Option(
      names = "--histories",
      paramLabel = "N",
      description = "Most histories for each weakening (default: ${DEFAULT-VALUE})")
  int histories = 20_000;

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      description = "Try these alone, with commas between them")
  List<String> only = List.of();

  @Option(
      names = "--story",
      paramLabel = "NAME",
      description = "Try this one alone, and tell its history as shortly as possible")
  String story = "";

  @Option(
      names = "--search",
      description = "Use no kept seed but all from 1 on, and keep the first that notices")
  boolean search;

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  /** Made by picocli. */
  public WeakeningsCommand() {}

  @Override
  public Integer call() {
    try {
      if (histories < 1) {
        throw new WeakeningException("--histories is " + histories + ", but must be at least 1");
      }
      Checkout checkout = Checkout.find();
      List<Weakening> all = checkout.weakenings();
      return story.isEmpty() ? table(checkout, chosen(all, only)) : tell(checkout, all);
    } catch (WeakeningException e) {
      spec.commandLine().getErr().println("onefold: " + e.getMessage());
      return USAGE;
    } finally {
      out().flush();
    }
  }

  private int table(Checkout checkout, List<Weakening> weakenings) {
    Trials trials = new Trials(checkout, histories, search);
    out().printf(ROW, "weakening", "broken rule", "world", "seed", "histories");
    List<Trials.Result> results = trials.run(weakenings, result -> row(checkout, result));
    long missed = results.stream().filter(result -> result.caught().isEmpty()).count();
    out().printf("%d of %d weakenings were noticed.%n", results.size() - missed, results.size());
    // After a search the seeds that it found are what the unchanged code must withstand.
    Optional<Trial.Caught> real = trials.control(results);
    out()
        .println(
            real.map(caught -> "The unchanged code broke a promise as well: " + caught)
                .orElse("The unchanged code keeps all promises over the same seeds."));
    return real.isEmpty() && missed == 0 ? 0 : BROKEN;
  }

  private void row(Checkout checkout, Trials.Result result) {
    String name = result.weakening().name();
    result
        .caught()
        .ifPresentOrElse(
            it -> out().printf(ROW, name, it.rule(), it.world(), it.seed(), it.histories()),
            () -> out().printf(ROW, name, "NOT NOTICED", "", "", result.played()));
    out().flush();
    if (search) {
      result.caught().ifPresent(it -> checkout.keepSeed(name, it.seed()));
    }
  }

  private int tell(Checkout checkout, List<Weakening> all) {
    Weakening weakening = chosen(all, List.of(story)).get(0);
    Trials.Told told = new Trials(checkout, histories, search).tell(weakening);
    out().printf("%s%n%n%s%n%n%s%n", weakening.title(), weakening.reason(), told.story());
    return told.noticed() ? 0 : BROKEN;
  }

  private static List<Weakening> chosen(List<Weakening> all, List<String> names) {
    List<String> known = all.stream().map(Weakening::name).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new WeakeningException("no weakening '%s'; there are %s".formatted(name, known));
      }
    }
    return names.isEmpty()
        ? all
        : all.stream().filter(weakening -> names.contains(weakening.name())).toList();
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
