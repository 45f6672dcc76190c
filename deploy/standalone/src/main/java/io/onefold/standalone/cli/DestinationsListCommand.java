package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.standalone.client.OnefoldClient;
import io.onefold.standalone.text.TextTable;
import picocli.CommandLine.Command;

/** {@code onefold destinations list}. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists the ledger's destinations: OPEN, SUSPENDED, or TESTING one operation.")
final class DestinationsListCommand extends TargetedCommand {
  @Override
  int ask(OnefoldClient ledger) {
    TextTable table = new TextTable();
    boolean suspended = false;
    for (JsonNode destination : ledger.destinations()) {
      suspended |= text(destination, "state").equals("SUSPENDED");
      if (output.json()) {
        out().println(destination);
      } else {
        table.row(
            text(destination, "name"),
            text(destination, "state"),
            text(destination, "suspension", "since"),
            DestinationWords.because(destination));
      }
    }
    table.print(out());
    if (suspended && !output.json()) {
      out()
          .println(
              "\n'onefold destinations resume NAME --reason R' lets one held operation through as a"
                  + " controlled test.");
    }
    return ExitCode.OK;
  }
}
