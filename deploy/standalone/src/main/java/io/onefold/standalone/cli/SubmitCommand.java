package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.onefold.schema.FileProblem;
import io.onefold.standalone.cli.Submitted.Disposition;
import io.onefold.standalone.client.OnefoldClient;
import io.onefold.standalone.client.UnreachableException;
import io.onefold.standalone.text.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code onefold submit}. */
@Command(
    name = "submit",
    mixinStandardHelpOptions = true,
    description = {
      "Submits intents, one JSON object per line.",
      "Prints what became of each: accepted, duplicate, conflict or refused, and why.",
      "Exit code 1 if any was not taken. To submit a file again is safe."
    })
final class SubmitCommand extends TargetedCommand {
  private static final String STANDARD_INPUT = "-";

  @Parameters(paramLabel = "FILE", description = "NDJSON file, or - for standard input")
  String file = "";

  @Option(
      names = "--parallel",
      paramLabel = "N",
      defaultValue = "32",
      description = "Lines under way at a time, 1 to 1000. Default: ${DEFAULT-VALUE}")
  int parallel = 32;

  @Option(
      names = "--retry-for",
      paramLabel = "DURATION",
      defaultValue = "30s",
      converter = DurationConverter.class,
      description =
          "How long a line is sent again while there is no answer. Default: ${DEFAULT-VALUE}")
  Duration retryFor = Duration.ofSeconds(30);

  private final Map<Disposition, Long> counts = new EnumMap<>(Disposition.class);
  private final Terminal terminal = Terminal.ofProcess();

  @Override
  int ask(OnefoldClient ledger) {
    if (parallel < 1 || parallel > 1000) {
      throw new UsageException("--parallel is " + parallel + "; allowed are 1 to 1000");
    }
    ProgressBar bar = new ProgressBar(spec.commandLine().getErr(), terminal.err(), size());
    try (IntentLines lines = new IntentLines(open())) {
      new IntentSubmitter(ledger, parallel, retryFor)
          .submit(lines, submitted -> show(submitted, lines, bar));
    } catch (UnreachableException e) {
      bar.clear();
      throw new UnreachableException(
          ledger.base(),
          e.getMessage() + "; " + summary() + ". To submit the same lines again is safe");
    } catch (IOException e) {
      bar.clear();
      throw new UsageException(FileProblem.of(Path.of(file), e), e);
    }
    bar.clear();
    spec.commandLine().getErr().println(summary());
    return counts.keySet().stream().allMatch(Disposition::taken) ? ExitCode.OK : ExitCode.NEGATIVE;
  }

  private void show(Submitted submitted, IntentLines lines, ProgressBar bar) {
    counts.merge(submitted.disposition(), 1L, Long::sum);
    if (terminal.out()) {
      bar.clear();
    }
    out().println(output.json() ? json(submitted) : line(submitted));
    if (terminal.out()) {
      out().flush();
    }
    bar.update(lines.consumed(), summary());
  }

  private String line(Submitted submitted) {
    String word = String.format("%-9s", submitted.disposition().label());
    String painted =
        switch (submitted.disposition()) {
          case ACCEPTED -> terminal.green(word);
          case DUPLICATE -> terminal.dim(word);
          case CONFLICT, REFUSED -> terminal.red(word);
        };
    String where =
        submitted.disposition().taken() || submitted.operationId().isEmpty()
            ? ""
            : " (line " + submitted.line() + ")";
    String why = submitted.why().isEmpty() ? "" : "  " + submitted.why() + where;
    return (submitted.label() + "  " + painted + why).stripTrailing();
  }

  private static String json(Submitted submitted) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("line", submitted.line())
        .put("operationId", submitted.operationId())
        .put("disposition", submitted.disposition().label())
        .put("why", submitted.why())
        .toString();
  }

  private String summary() {
    StringBuilder text = new StringBuilder();
    long all = counts.values().stream().mapToLong(Long::longValue).sum();
    counts.forEach(
        (disposition, count) ->
            text.append(", ").append(count).append(' ').append(disposition.label()));
    return all
        + (all == 1 ? " intent" : " intents")
        + (text.isEmpty() ? "" : ": " + text.substring(2));
  }

  private InputStream open() throws IOException {
    if (file.equals(STANDARD_INPUT)) {
      return System.in;
    }
    return Files.newInputStream(Path.of(file));
  }

  private OptionalLong size() {
    try {
      return file.equals(STANDARD_INPUT)
          ? OptionalLong.empty()
          : OptionalLong.of(Files.size(Path.of(file)));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }
}
