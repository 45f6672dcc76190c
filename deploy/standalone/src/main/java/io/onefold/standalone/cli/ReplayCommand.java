package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.processor.rebuild.Replay;
import io.onefold.processor.rebuild.ReplayReport;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code onefold replay}. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description = {
      "Derives every receipt, and the newest escalation of every operation, again from the journal",
      "and compares them byte for byte with those that were published. Only reads; may run beside",
      "the ledger. Exit code 1 if any differs, or the journal is broken."
    })
final class ReplayCommand implements Callable<Integer> {
  @Mixin LogTarget log = new LogTarget();

  @Mixin Output output = new Output();

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  @Override
  public Integer call() {
    ReplayReport report;
    try (LogTarget.Bars bars = new LogTarget.Bars(spec.commandLine().getErr())) {
      report = log.with(Optional.empty(), settings -> Replay.run(settings, bars));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (output.json()) {
      out.println(json(report));
    } else {
      report.first().forEach(out::println);
      out.println(
          "%,d events give %,d receipts and the newest escalation of %,d operations; %,d differences; %.1f s"
              .formatted(
                  report.events(),
                  report.receipts(),
                  report.escalations(),
                  report.differences(),
                  report.took().toMillis() / 1000.0));
    }
    out.flush();
    return report.differences() == 0 ? ExitCode.OK : ExitCode.NEGATIVE;
  }

  private static ObjectNode json(ReplayReport report) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("events", report.events());
    json.put("receipts", report.receipts());
    json.put("escalations", report.escalations());
    json.put("differences", report.differences());
    report.first().forEach(json.putArray("first")::add);
    json.put("seconds", report.took().toMillis() / 1000.0);
    return json;
  }
}
