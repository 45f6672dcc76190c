package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.standalone.client.OnefoldClient;
import io.onefold.standalone.text.TextTable;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code onefold status}. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = {
      "Shows where an operation stands.",
      "Exit code 1 if the ledger knows none of that ID."
    })
final class StatusCommand extends TargetedCommand {
  @Parameters(paramLabel = "ID", description = "The operation ID")
  String id = "";

  @Override
  int ask(OnefoldClient ledger) {
    Optional<JsonNode> operation = ledger.operation(id);
    if (operation.isEmpty()) {
      return negative("the ledger knows no operation '" + id + "'");
    }
    if (output.json()) {
      out().println(operation.get());
    } else {
      print(operation.get());
    }
    return ExitCode.OK;
  }

  private void print(JsonNode operation) {
    TextTable table = new TextTable();
    add(table, "operation", text(operation, "operationId"));
    add(table, "state", text(operation, "state"));
    add(table, "reason", text(operation, "reason"));
    add(table, "broken stage", text(operation, "firstBrokenStage"));
    add(table, "destination", Words.destination(operation.path("destination")));
    add(table, "owner", text(operation, "owner"));
    add(table, "payload", text(operation, "payloadHash"));
    add(table, "body sent", text(operation, "bodyHash"));
    add(table, "attempts", Integer.toString(operation.path("attempts").size()));
    add(table, "readbacks", Integer.toString(operation.path("readbacks").size()));
    add(table, "next", Words.next(operation.path("next")));
    add(table, "receipt", Words.receipt(operation.path("receipt")));
    add(table, "sequence", text(operation, "sequence"));
    table.print(out());
  }

  private static void add(TextTable table, String name, String value) {
    if (!value.isEmpty()) {
      table.row(name, value);
    }
  }
}
