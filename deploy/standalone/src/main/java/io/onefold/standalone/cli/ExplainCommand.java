package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.standalone.client.OnefoldClient;
import io.onefold.standalone.text.Terminal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code onefold explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {
      "Tells the whole trail of an operation in plain words.",
      "What happened, what broke first, what happens next, and what each decision would do.",
      "Exit code 1 if the ledger knows none of that ID."
    })
final class ExplainCommand extends TargetedCommand {
  @Parameters(paramLabel = "ID", description = "The operation ID")
  String id = "";

  @Override
  int ask(OnefoldClient ledger) {
    Optional<JsonNode> operation = ledger.operation(id);
    if (operation.isEmpty()) {
      return negative("the ledger knows no operation '" + id + "'");
    }
    List<JsonNode> journal = ledger.journal(id).orElse(List.of());
    List<JsonNode> escalations =
        ledger.escalations(Map.of("operation", id, "status", "all")).items();
    Optional<JsonNode> erasure = ledger.erasure(id);
    if (output.json()) {
      ObjectNode all = JsonNodeFactory.instance.objectNode();
      all.set("operation", operation.get());
      all.putArray("journal").addAll(journal);
      all.putArray("escalations").addAll(escalations);
      erasure.ifPresent(note -> all.set("erasure", note));
      out().println(all);
    } else {
      new Explanation(operation.get(), journal, escalations).print(out(), Terminal.ofProcess());
      erasure.ifPresent(
          note ->
              out()
                  .println(
                      "payload erased by %s at %s: %s"
                          .formatted(text(note, "by"), text(note, "at"), text(note, "reason"))));
    }
    return ExitCode.OK;
  }
}
