package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.standalone.client.OnefoldClient;
import io.onefold.standalone.client.Page;
import io.onefold.standalone.text.TextTable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code onefold escalations}. */
@Command(
    name = "escalations",
    mixinStandardHelpOptions = true,
    description = "Lists what waits for a person's decision.")
final class EscalationsCommand extends TargetedCommand {
  @Option(names = "--all", description = "Closed ones as well")
  boolean all;

  @Option(
      names = "--destination",
      paramLabel = "NAME",
      description = "Only those of one destination")
  Optional<String> destination = Optional.empty();

  @Override
  int ask(OnefoldClient ledger) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("status", all ? "all" : "open");
    destination.ifPresent(name -> query.put("destination", name));
    int count = 0;
    TextTable table = new TextTable();
    Optional<String> next = Optional.empty();
    do {
      next.ifPresent(cursor -> query.put("cursor", cursor));
      Page page = ledger.escalations(query);
      page.items().forEach(escalation -> show(escalation, table));
      count += page.items().size();
      next = page.next();
    } while (next.isPresent());
    table.print(out());
    if (!output.json() && count == 0) {
      out().println(all ? "There was never an escalation." : "Nothing waits for a decision.");
    } else if (!output.json()) {
      out().println("\n'onefold explain ID' shows the evidence and what each decision would do.");
    }
    return ExitCode.OK;
  }

  private void show(JsonNode escalation, TextTable table) {
    if (output.json()) {
      out().println(escalation);
      return;
    }
    table.row(
        text(escalation, "operationId"),
        text(escalation, "status"),
        text(escalation, "reason"),
        text(escalation, "firstBrokenStage"),
        text(escalation, "owner"),
        text(escalation, "openedAt"));
  }
}
