package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.standalone.client.OnefoldClient;
import io.onefold.standalone.text.TextTable;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code onefold journal}. */
@Command(
    name = "journal",
    mixinStandardHelpOptions = true,
    description = {
      "Shows every event of an operation, in order.",
      "Exit code 1 if the ledger knows none of that ID."
    })
final class JournalCommand extends TargetedCommand {
  @Parameters(paramLabel = "ID", description = "The operation ID")
  String id = "";

  @Override
  int ask(OnefoldClient ledger) {
    Optional<List<JsonNode>> events = ledger.journal(id);
    if (events.isEmpty()) {
      return negative("the ledger knows no operation '" + id + "'");
    }
    if (output.json()) {
      events.get().forEach(out()::println);
    } else {
      TextTable table = new TextTable();
      events.get().forEach(event -> table.row(JournalWords.cells(event)));
      table.print(out());
    }
    return ExitCode.OK;
  }
}
