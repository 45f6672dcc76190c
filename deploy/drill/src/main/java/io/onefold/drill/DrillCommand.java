package io.onefold.drill;

import io.onefold.destination.Destination;
import io.onefold.destination.Destinations;
import io.onefold.destination.DestinationsFile;
import io.onefold.destination.InvalidDestinationsException;
import io.onefold.destination.Secrets;
import io.onefold.schema.FileProblem;
import io.onefold.standalone.StartException;
import io.onefold.standalone.text.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code onefold drill}. */
@Command(
    name = "drill",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the pre-production list against a sandbox of yours and says whether the contract keeps",
      "an operation from acting twice there. Brings its own broker, ledgers, workers and proxies;",
      "what it writes to the destination is real.",
      "Exit codes: 0 all passed, 1 something failed, 2 wrong usage or configuration,",
      "3 the destination or something else that is needed cannot be reached."
    })
final class DrillCommand implements Callable<Integer> {
  private static final int CONNECT_MS = 10_000;
  private static final int FAILED = 1;

  @Parameters(
      paramLabel = "DESTINATION",
      arity = "0..1",
      description = "Its name in the contract file")
  String name = "";

  @Option(
      names = "--destinations",
      paramLabel = "FILE",
      description = "The contract file; tested as it is")
  Optional<Path> file = Optional.empty();

  @Option(
      names = "--sample",
      paramLabel = "FILE",
      description = {
        "One intent as JSON, of which every operation is made; {run} in any text becomes a short",
        "text of its own for each. Destination, account, environment, ID and approval are filled"
            + " in",
        "where they are missing."
      })
  Optional<Path> sample = Optional.empty();

  @Option(
      names = "--rejected",
      paramLabel = "FILE",
      description = "Another such intent, which the destination must refuse")
  Optional<Path> rejected = Optional.empty();

  @Option(
      names = "--only",
      paramLabel = "NAMES",
      split = ",",
      description = "Only these scenarios (see --list); 'plain' always comes first")
  List<String> only = List.of();

  @Option(names = "--list", description = "List the scenarios and end")
  boolean list;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write the report to FILE as well: .html, .json or .md; may be repeated")
  List<Path> reports = List.of();

  @Option(names = "--yes", description = "Do not ask before the first write")
  boolean yes;

  @Option(
      names = "--production",
      description = "Also if the contract's environment is production, prod or live")
  boolean production;

  @Option(
      names = "--longest",
      paramLabel = "SECONDS",
      defaultValue = "480",
      description = {
        "A scenario that takes longer by the times of the contract is skipped.",
        "Default: ${DEFAULT-VALUE}"
      })
  int longest = 480;

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  private final Terminal terminal;

  DrillCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (list) {
      Scenarios.all().forEach(each -> out().printf("%-20s%s%n", each.name(), each.title()));
      out().flush();
      return 0;
    }
    Plan plan = plan();
    announce(plan);
    agree(plan);
    Verdicts verdicts;
    try (LiveTable table = new LiveTable(out(), terminal, plan.toDo())) {
      verdicts = Drill.run(plan, table);
    }
    new Screen(out(), terminal).show(verdicts);
    write(verdicts);
    return verdicts.passed() ? 0 : FAILED;
  }

  private Plan plan() {
    for (String wanted : only) {
      if (Scenarios.find(wanted).isEmpty()) {
        throw new WrongUseException(
            "--only names '%s'; allowed are %s"
                .formatted(
                    wanted,
                    String.join(", ", Scenarios.all().stream().map(Scenario::name).toList())));
      }
    }
    reports.forEach(WrittenReport::of);
    Subject subject = subject();
    Plan plan = Plan.of(subject, only, Duration.ofSeconds(longest));
    // What is wrong with the sample shows before anything starts.
    var unused = subject.sample().operation(subject.destination(), "drill-check");
    reach(subject);
    return plan;
  }

  private Subject subject() {
    if (name.isEmpty()) {
      throw new WrongUseException("DESTINATION is missing; `onefold drill --help` explains");
    }
    Path contracts =
        file.orElseThrow(() -> new WrongUseException("--destinations FILE is missing"));
    Destination destination = destination(contracts);
    if (!destination.connector().equals("http")) {
      throw new WrongUseException(
          "%s has the connector %s; the drill's proxies speak HTTP, so only `connector: http` can be"
                  .formatted(name, destination.connector())
              + " drilled");
    }
    Subject subject =
        new Subject(contracts, destination, sample(destination), rejected.map(Sample::read));
    if (subject.isProduction() && !production) {
      throw new WrongUseException(
          "the environment of %s is '%s'; a drill writes to the destination and doubles what a wrong"
                  .formatted(name, destination.environment())
              + " contract cannot keep apart. Take a sandbox, or say --production");
    }
    return subject;
  }

  private Sample sample(Destination destination) {
    return sample
        .map(Sample::read)
        .or(() -> Sample.ofContract(destination))
        .orElseThrow(
            () ->
                new WrongUseException(
                    "--sample FILE is missing: one intent as JSON, such as {\"payload\":"
                        + " {\"title\": \"Drill {run}\"}}. A preset or `samples` in the contract"
                        + " would"
                        + " do as well, but %s has neither".formatted(destination.name())));
  }

  private Destination destination(Path contracts) {
    Destinations all;
    try {
      all = DestinationsFile.read(contracts);
    } catch (InvalidDestinationsException e) {
      throw new WrongUseException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new WrongUseException(FileProblem.of(contracts, e), e);
    }
    Destination destination =
        all.find(name)
            .orElseThrow(
                () ->
                    new WrongUseException(
                        "%s has no destination '%s'; it has %s"
                            .formatted(contracts, name, String.join(", ", all.byName().keySet()))));
    List<String> missing =
        Secrets.ofThisProcess().unresolved(destination).stream()
            .map(Secrets.Unresolved::message)
            .toList();
    if (!missing.isEmpty()) {
      throw new WrongUseException(String.join(System.lineSeparator(), missing));
    }
    return destination;
  }

  /** Nobody should wait for half a minute to learn of a wrong address. */
  private static void reach(Subject subject) {
    for (URI origin : Origins.of(subject.http())) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(origin.getHost(), origin.getPort()), CONNECT_MS);
      } catch (IOException e) {
        throw new StartException(origin + " cannot be reached: " + e, e);
      }
    }
  }

  private void announce(Plan plan) {
    Destination destination = plan.subject().destination();
    out().println(terminal.bold("Drill of " + destination.name()));
    out()
        .printf(
            "  %s %s%n  account %s, environment %s, contract %s%n",
            plan.subject().http().send().method(),
            plan.subject().http().send().url().text(),
            destination.account(),
            destination.environment(),
            destination.hash());
    out()
        .printf(
            "  %d scenarios make %d real items there, and more if the contract is wrong."
                + " Nothing is removed afterwards.%n  It takes about %s.%n",
            plan.toDo().size(), plan.operations(), Plan.inWords(plan.takes()));
    if (!plan.subject().sample().tellsApart()) {
      out()
          .println(
              "  The sample holds no {run}: all items will be alike, and a readback that tells"
                  + " items apart by their content will mix them up.");
    }
    out().flush();
  }

  private void agree(Plan plan) {
    if (yes) {
      return;
    }
    if (!terminal.out()) {
      throw new WrongUseException("nothing was written: there is no terminal to ask; say --yes");
    }
    out().printf("Type the name of the destination (%s) to begin: ", name);
    out().flush();
    String answer = answer();
    if (!answer.strip().equals(plan.subject().destination().name())) {
      throw new WrongUseException("nothing was written");
    }
  }

  private static String answer() {
    try {
      // Not closed: it is the process's own.
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
      return Optional.ofNullable(in.readLine()).orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  private void write(Verdicts verdicts) {
    for (Path report : reports) {
      try {
        WrittenReport.of(report).write(verdicts, report);
        out().println("Report: " + report.toAbsolutePath());
      } catch (IOException e) {
        throw new WrongUseException("no report can be written: " + FileProblem.of(report, e), e);
      }
    }
    out().flush();
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
