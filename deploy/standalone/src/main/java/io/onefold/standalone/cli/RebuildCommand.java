package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.processor.rebuild.Rebuild;
import io.onefold.processor.rebuild.RebuildReport;
import io.onefold.standalone.text.TextTable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code onefold rebuild}. */
@Command(
    name = "rebuild",
    mixinStandardHelpOptions = true,
    description = {
      "Builds a ledger's lost state again from the journal.",
      "All instances must be stopped. All is checked before anything is written; from then to the",
      "end no ledger starts on the state. Exit code 1 if the log is not whole or the ledger runs."
    })
final class RebuildCommand implements Callable<Integer> {
  @Mixin LogTarget log = new LogTarget();

  @Mixin Output output = new Output();

  @Option(
      names = "--state-dir",
      paramLabel = "DIR",
      description = {
        "Folder of an instance's stores (ledger --data), which is emptied afterwards.",
        "Empty those of all other instances yourself. With --data: the installation's, always"
      })
  Optional<Path> stateDir = Optional.empty();

  @Option(names = "--dry-run", description = "Derives and checks everything; writes nothing")
  boolean dryRun;

  @Option(names = "--yes", description = "Writes without asking; needed unless --dry-run")
  boolean yes;

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  @Override
  public Integer call() {
    if (dryRun == yes) {
      throw new UsageException(
          "rebuild writes the state of ledger %s anew: add --dry-run to look first, or --yes to write"
              .formatted(log.applicationId));
    }
    Optional<Path> emptied = log.data.isPresent() ? log.data : stateDir;
    RebuildReport report;
    try (LogTarget.Bars bars = new LogTarget.Bars(spec.commandLine().getErr())) {
      report = log.with(emptied, settings -> Rebuild.run(settings, dryRun, bars));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (output.json()) {
      out.println(json(report));
    } else {
      print(report, out);
      out.println(report.written() ? next() : "nothing was written");
    }
    out.flush();
    return ExitCode.OK;
  }

  private static void print(RebuildReport report, PrintWriter out) {
    TextTable table = new TextTable();
    table.row("operations", "%,d".formatted(report.operations()));
    table.row("of them open", "%,d".formatted(report.open()));
    table.row("signed receipts", "%,d".formatted(report.signatures()));
    table.row("events", "%,d".formatted(report.events()));
    table.row("partitions", Integer.toString(report.partitions()));
    table.row("workers", Long.toString(report.workers()));
    table.row("seconds", "%.1f".formatted(report.took().toMillis() / 1000.0));
    table.print(out);
    report.created().forEach(topic -> out.println("topic " + topic + " was missing"));
    report
        .rereading()
        .forEach(
            input ->
                out.println(
                    input
                        + " is read again from an earlier record than needed: the journal names"
                        + " offsets of another cluster"));
  }

  private String next() {
    if (log.data.isPresent()) {
      return "the state is whole, and the folder of its stores is empty; start the installation";
    }
    return "the state is whole; empty the state folder of every %sinstance, then start the ledger"
        .formatted(stateDir.isPresent() ? "other " : "");
  }

  private static ObjectNode json(RebuildReport report) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("written", report.written());
    json.put("operations", report.operations());
    json.put("open", report.open());
    json.put("signatures", report.signatures());
    json.put("events", report.events());
    json.put("partitions", report.partitions());
    json.put("workers", report.workers());
    json.put("seconds", report.took().toMillis() / 1000.0);
    report.created().forEach(json.putArray("created")::add);
    report.rereading().forEach(json.putArray("rereading")::add);
    return json;
  }
}
