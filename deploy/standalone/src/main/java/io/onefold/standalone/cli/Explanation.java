package io.onefold.standalone.cli;

import static io.onefold.standalone.cli.RestCommand.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.standalone.text.Terminal;
import io.onefold.standalone.text.TextTable;
import java.io.PrintWriter;
import java.util.List;

/**
 * The whole trail of one operation in plain words: where it stands, what happened, what broke
 * first, what happens next, what a person may decide.
 *
 * @param operation as REST gives it
 * @param journal its events in order
 * @param escalations its escalations, newest last
 */
record Explanation(JsonNode operation, List<JsonNode> journal, List<JsonNode> escalations) {
  Explanation {
    journal = List.copyOf(journal);
    escalations = List.copyOf(escalations);
  }

  void print(PrintWriter out, Terminal terminal) {
    printWhere(out, terminal);
    printTrail(out, terminal);
    printBroken(out, terminal);
    printNext(out, terminal);
    escalations.stream()
        .filter(e -> text(e, "status").equals("OPEN"))
        .forEach(e -> printDecisions(e, out, terminal));
  }

  private void printWhere(PrintWriter out, Terminal terminal) {
    String state = text(operation, "state");
    out.println(terminal.bold(text(operation, "operationId")));
    TextTable table = new TextTable().row("  state", Words.explained(state, Words.state(state)));
    String destination = Words.destination(operation.path("destination"));
    if (!destination.isEmpty()) {
      table.row("  destination", destination);
    }
    if (!text(operation, "owner").isEmpty()) {
      table.row("  owner", text(operation, "owner"));
    }
    String receipt = Words.receipt(operation.path("receipt"));
    if (!receipt.isEmpty()) {
      table.row("  receipt", receipt);
    }
    table.print(out);
  }

  private void printTrail(PrintWriter out, Terminal terminal) {
    out.println();
    out.println(terminal.bold("What happened"));
    TextTable table = new TextTable();
    journal.forEach(
        event ->
            table.row(
                "  " + text(event, "sequence"), text(event, "at"), JournalWords.sentence(event)));
    table.print(out);
  }

  private void printBroken(PrintWriter out, Terminal terminal) {
    String stage = text(operation, "firstBrokenStage");
    String reason = text(operation, "reason");
    if (stage.isEmpty() && reason.isEmpty()) {
      return;
    }
    out.println();
    out.println(terminal.bold("What broke first"));
    if (!stage.isEmpty()) {
      out.println("  " + Words.explained(stage, Words.stage(stage)));
    }
    if (!reason.isEmpty()) {
      out.println("  " + Words.explained(reason, Words.reason(reason)));
    }
  }

  private void printNext(PrintWriter out, Terminal terminal) {
    out.println();
    out.println(terminal.bold("What happens next"));
    String next = Words.next(operation.path("next"));
    if (!next.isEmpty()) {
      out.println("  " + next);
    } else {
      out.println(
          text(operation, "state").equals("UNRESOLVED")
              ? "  nothing, until a person decides"
              : "  nothing; it is final");
    }
  }

  private void printDecisions(JsonNode escalation, PrintWriter out, Terminal terminal) {
    JsonNode decisions = escalation.path("decisions");
    if (decisions.isEmpty()) {
      return;
    }
    out.println();
    out.println(terminal.bold("What you can decide"));
    for (JsonNode decision : decisions) {
      String action = text(decision, "action");
      String effect = text(decision, "effect");
      out.println(
          "  " + Words.explained(action, effect.isEmpty() ? Words.decision(action) : effect));
      out.println(
          terminal.dim(
              "    onefold review '"
                  + text(operation, "operationId")
                  + "' "
                  + action
                  + (effect.contains("needs force") ? " --force" : "")
                  + " --reason '...'"));
    }
  }
}
