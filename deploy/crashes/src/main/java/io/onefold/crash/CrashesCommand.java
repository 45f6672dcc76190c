package io.onefold.crash;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code onefold prove crashes}. */
@Command(
    name = "crashes",
    mixinStandardHelpOptions = true,
    description = {
      "Kills, freezes and cuts off real processes at named points and judges what became of every"
          + " operation.",
      "Brings its own broker, provider, ledgers and workers; exit code 1 if the promise was"
          + " broken."
    })
public final class CrashesCommand implements Callable<Integer> {
  @Option(
      names = "--kills",
      paramLabel = "N",
      defaultValue = "300",
      description = "Ends after so many kills of processes at points. Default: ${DEFAULT-VALUE}")
  int kills;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "45",
      description = "Ends after so long in any case. Default: ${DEFAULT-VALUE}")
  int minutes;

  @Option(
      names = "--point",
      paramLabel = "NAME",
      description = "Only points whose name holds this; may be repeated. Default: all")
  List<String> names = List.of();

  @Option(names = "--list", description = "Prints the points and ends")
  boolean list;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "4",
      description = "New operations a second, 1 to 100. Default: ${DEFAULT-VALUE}")
  int rate;

  @Option(
      names = "--broker-kills",
      description = "Kills the broker as well, now and then (see README.md of the module)")
  boolean brokerKills;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of the order of the points. Default: a new one each time")
  Optional<Long> seed = Optional.empty();

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Writes the matrix as Markdown, and beside it as JSON")
  Optional<Path> report = Optional.empty();

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Mixin
  RunOptions run;

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  /** Made by picocli. */
  public CrashesCommand() {}

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    List<Point> points = chosen();
    if (list) {
      points.forEach(point -> out.println(point.title() + " | " + point.place()));
      out.flush();
      return 0;
    }
    CampaignSettings settings = settings(points);
    return run.inFolder(
        "onefold-crashes",
        out,
        folder -> report(CrashRun.run(settings, folder, out), settings, out));
  }

  private CampaignSettings settings(List<Point> points) {
    try {
      return new CampaignSettings(
          kills,
          Duration.ofMinutes(minutes),
          points,
          CampaignSettings.ALL_FLEETS,
          rate,
          run.groupProtocol,
          brokerKills,
          seed.orElseGet(System::nanoTime));
    } catch (IllegalArgumentException e) {
      throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private List<Point> chosen() {
    List<Point> points =
        Points.all().stream()
            .filter(point -> names.isEmpty() || names.stream().anyMatch(point.title()::contains))
            .toList();
    if (points.isEmpty()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "no point's name holds " + names + "; --list names all of them");
    }
    return points;
  }

  private int report(CrashRun.Result result, CampaignSettings settings, PrintWriter out)
      throws Exception {
    MatrixReport matrix = new MatrixReport(result, settings, commandLine());
    if (report.isPresent()) {
      matrix.write(report.get());
      out.println("wrote " + report.get());
    }
    out.println(matrix.summary());
    out.flush();
    return result.problems().isEmpty() ? 0 : 1;
  }

  private String commandLine() {
    StringBuilder text = new StringBuilder("deploy/onefold prove crashes");
    text.append(" --kills ").append(kills).append(" --minutes ").append(minutes);
    text.append(" --rate ").append(rate).append(" --group-protocol ").append(run.groupProtocol);
    text.append(brokerKills ? " --broker-kills" : "");
    names.forEach(name -> text.append(" --point '").append(name).append('\''));
    return text.toString();
  }
}
