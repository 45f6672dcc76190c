package io.onefold.proof;

import io.onefold.proof.simulation.Campaign;
import io.onefold.proof.simulation.CampaignReport;
import io.onefold.proof.simulation.Simulation;
import io.onefold.proof.simulation.Verdict;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code onefold prove simulation}. */
@Command(
    name = "simulation",
    mixinStandardHelpOptions = true,
    description = {
      "Plays histories of the real ledger and the real workers on a virtual clock, with faults of"
          + " every kind, and judges each by the promise.",
      "A seed decides everything in a history.",
      "With --seed alone that history is told as a story; if it breaks a promise, it is made as"
          + " short as possible before."
    })
final class SimulationCommand implements Callable<Integer> {
  private static final int BROKEN = 1;
  private static final int MOST_STORIES = 3;
  private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

  @Option(
      names = "--histories",
      paramLabel = "N",
      description = "How many, at least 1. Default: 20000, or 1 with --seed")
  @Nullable Long histories;

  @Option(names = "--seed", paramLabel = "S", description = "The first seed. Default: 1")
  @Nullable Long seed;

  @Option(
      names = "--threads",
      paramLabel = "T",
      description = "How many at once, 1 to 256. Default: one for each processor")
  int threads = Runtime.getRuntime().availableProcessors();

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  @Override
  public Integer call() {
    if ((histories != null && histories < 1) || threads < 1 || threads > 256) {
      throw new ParameterException(
          spec.commandLine(),
          "--histories is %s and --threads %d, but must be at least 1, and from 1 to 256"
              .formatted(histories == null ? "not given" : histories, threads));
    }
    // Each history is a virtual thread, so this is how many of them run at once.
    System.setProperty(PARALLELISM, Integer.toString(threads));
    PrintWriter out = spec.commandLine().getOut();
    boolean one = histories == null || histories == 1;
    boolean kept = (seed != null && one) ? tell(out, seed) : play(out);
    out.flush();
    return kept ? 0 : BROKEN;
  }

  private boolean tell(PrintWriter out, long which) {
    Verdict verdict = Simulation.run(which);
    out.print(verdict.story());
    return verdict.isKept();
  }

  private boolean play(PrintWriter out) {
    long first = seed == null ? 1 : seed;
    long number = histories == null ? 20_000 : histories;
    Campaign campaign = new Campaign(first, number, threads, Campaign.USUAL_MOST_VIOLATIONS);
    CampaignReport report =
        campaign.run(
            soFar -> {
              out.println(soFar.line());
              out.flush();
            });
    out.print(report.text());
    List<Verdict> broken = report.broken();
    broken.forEach(
        verdict ->
            out.printf("BROKEN: %s with seed %d%n", verdict.rule().orElseThrow(), verdict.seed()));
    broken.stream().limit(MOST_STORIES).forEach(verdict -> out.print("\n" + verdict.story()));
    out.println(broken.isEmpty() ? "Every promise was kept." : "A promise was broken.");
    return broken.isEmpty();
  }
}
