package io.onefold.crash;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code onefold prove rolling}. */
@Command(
    name = "rolling",
    mixinStandardHelpOptions = true,
    description = {
      "Restarts every worker, ledger and broker of a cluster on this machine under load, adds a"
          + " fourth worker and ledger and takes them away, kills a ledger, and judges what became"
          + " of every operation.",
      "Measures how long keys of each partition were not served. Exit code 1 if the promise was"
          + " broken, or a key waited longer than 10 s other than for the killed ledger."
    })
public final class RollingCommand implements Callable<Integer> {
  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "10",
      description =
          "New operations a second over 4 partitions, 1 to 100; what is measured is exact to 4/N"
              + " seconds. Default: ${DEFAULT-VALUE}")
  int rate;

  @Option(
      names = "--restarts",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "How many of the three workers, ledgers and brokers are restarted, 1 to 3. Default:"
              + " ${DEFAULT-VALUE}")
  int restarts;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Writes what was measured as Markdown, and beside it as JSON")
  Optional<Path> report = Optional.empty();

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Mixin
  RunOptions run;

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  /** Made by picocli. */
  public RollingCommand() {}

  @Override
  public Integer call() throws Exception {
    RollingSettings settings = settings();
    PrintWriter out = spec.commandLine().getOut();
    return run.inFolder(
        "onefold-rolling",
        out,
        folder -> report(RollingRun.run(settings, folder, out), settings, out));
  }

  private int report(RollingRun.Result result, RollingSettings settings, PrintWriter out)
      throws Exception {
    RollingReport text = new RollingReport(result, settings);
    if (report.isPresent()) {
      text.write(report.get());
      out.println("wrote " + report.get());
    }
    out.println(text.markdown());
    out.flush();
    return result.problems().isEmpty() ? 0 : 1;
  }

  private RollingSettings settings() {
    try {
      return new RollingSettings(rate, run.groupProtocol, restarts);
    } catch (IllegalArgumentException e) {
      throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
