package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.standalone.client.OnefoldClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code onefold destinations suspend}. */
@Command(
    name = "suspend",
    mixinStandardHelpOptions = true,
    description = {
      "Suspends a destination, or stops its controlled test.",
      "No further attempt is made there; intents are taken and wait, readbacks go on.",
      "Exit code 1 if there is no such destination, or it is suspended already."
    })
final class DestinationSuspendCommand extends TargetedCommand {
  @Parameters(paramLabel = "NAME", description = "The destination")
  String name = "";

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Why, in your words")
  String reason = "";

  @Mixin DecidedBy decidedBy = new DecidedBy();

  @Override
  int ask(OnefoldClient ledger) {
    ObjectNode decision = JsonNodeFactory.instance.objectNode().put("reason", reason);
    decidedBy.claimed(target.token).ifPresent(by -> decision.put("reviewer", by));
    JsonNode answer = ledger.suspend(name, decision);
    if (output.json()) {
      out().println(answer);
    } else {
      out().println("%s  %s".formatted(name, text(answer, "message")));
    }
    return ExitCode.OK;
  }
}
