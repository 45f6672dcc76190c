package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.onefold.destination.Destination;
import io.onefold.destination.DestinationExplainer;
import io.onefold.destination.Destinations;
import io.onefold.destination.DestinationsFile;
import io.onefold.destination.DestinationsSchema;
import io.onefold.destination.InvalidDestinationsException;
import io.onefold.destination.Mistake;
import io.onefold.destination.Secrets;
import io.onefold.schema.FileProblem;
import io.onefold.standalone.Connectors;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code onefold destinations}. */
@Command(
    name = "destinations",
    mixinStandardHelpOptions = true,
    description = "Checks contracts; shows which destinations take attempts, and decides about it.",
    subcommands = {
      DestinationsListCommand.class,
      DestinationSuspendCommand.class,
      DestinationResumeCommand.class,
    })
final class DestinationsCommand {
  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Says what each contract means, or every mistake with its line and what is allowed.",
        "Exit code 1 if there is a mistake."
      })
  int check(
      @Parameters(
              paramLabel = "FILE",
              description = "The contract file, for example destinations.yaml")
          Path file,
      @Option(
              names = "--connector",
              paramLabel = "NAME",
              description = "A connector of your workers beside http and smtp; may be repeated")
          List<String> more,
      @Mixin Output output) {
    Set<String> connectors = new TreeSet<>(Connectors.names());
    Optional.ofNullable(more).ifPresent(connectors::addAll);
    try {
      Destinations destinations = DestinationsFile.read(file, connectors);
      if (output.json()) {
        destinations.all().forEach(destination -> printJson(destination, destinations));
      } else {
        out().print(DestinationExplainer.explain(destinations));
        unresolved(destinations.all())
            .forEach(missing -> out().println("warning: not resolved here: " + missing));
      }
      return ExitCode.OK;
    } catch (InvalidDestinationsException e) {
      if (output.json()) {
        e.mistakes().forEach(mistake -> printJson(file, mistake));
      } else {
        out().println(e.getMessage());
      }
      return ExitCode.NEGATIVE;
    } catch (IOException e) {
      throw unreadable(file, e);
    } finally {
      out().flush();
    }
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Prints the JSON Schema of contract files (draft 2020-12), for editors.",
        "In YAML files: # yaml-language-server: $schema=destinations.schema.json"
      })
  int schema() {
    out().print(DestinationsSchema.text());
    out().flush();
    return ExitCode.OK;
  }

  /**
   * Reads a contract file that a command needs.
   *
   * @throws UsageException naming every mistake, if it is not valid or cannot be read
   */
  static Destinations read(Path file) {
    try {
      return DestinationsFile.read(file);
    } catch (InvalidDestinationsException e) {
      throw new UsageException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /**
   * Checks that this process can resolve every secret of these contracts, before anything is
   * claimed that could never be sent.
   *
   * @throws UsageException naming each secret that is missing and where the contract needs it
   */
  static void requireSecrets(Collection<Destination> destinations) {
    List<String> missing = unresolved(destinations);
    if (!missing.isEmpty()) {
      throw new UsageException(String.join(System.lineSeparator(), missing));
    }
  }

  private static List<String> unresolved(Collection<Destination> destinations) {
    Secrets secrets = Secrets.ofThisProcess();
    return destinations.stream()
        .flatMap(destination -> secrets.unresolved(destination).stream())
        .map(Secrets.Unresolved::message)
        .toList();
  }

  private static UsageException unreadable(Path file, IOException e) {
    return new UsageException(FileProblem.of(file, e), e);
  }

  private void printJson(Destination destination, Destinations destinations) {
    var node =
        JsonNodeFactory.instance
            .objectNode()
            .put("destination", destination.name())
            .put("hash", destination.hash());
    var meaning = node.putArray("meaning");
    DestinationExplainer.explain(destination).forEach(meaning::add);
    var warnings = node.putArray("warnings");
    destinations.warningsOf(destination.name()).forEach(w -> warnings.add(w.toString()));
    var secrets = node.putArray("unresolved");
    unresolved(List.of(destination)).forEach(secrets::add);
    out().println(node);
  }

  private void printJson(Path file, Mistake mistake) {
    out()
        .println(
            JsonNodeFactory.instance
                .objectNode()
                .put("file", file.toString())
                .put("line", mistake.line())
                .put("column", mistake.column())
                .put("path", mistake.path())
                .put("message", mistake.message()));
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
