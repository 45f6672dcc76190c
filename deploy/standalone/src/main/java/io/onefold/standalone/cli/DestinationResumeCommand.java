package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.standalone.client.OnefoldClient;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code onefold destinations resume}. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    description = {
      "Begins the controlled test of a suspended destination: exactly one held operation goes"
          + " first.",
      "When it is VERIFIED, all others follow; if it ends in any other way, the destination is"
          + " suspended again.",
      "Exit code 1 if it is not suspended, a test is running, or nothing is held to try it with."
    })
final class DestinationResumeCommand extends TargetedCommand {
  @Parameters(paramLabel = "NAME", description = "The destination")
  String name = "";

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "What was repaired, in your words")
  String reason = "";

  @Option(
      names = "--operation",
      paramLabel = "ID",
      description = "The held operation to try it with. Default: the one that has waited longest")
  Optional<String> operation = Optional.empty();

  @Option(
      names = "--sequence",
      paramLabel = "N",
      description = "The destination's sequence you looked at. Default: the newest")
  Optional<Long> sequence = Optional.empty();

  @Mixin DecidedBy decidedBy = new DecidedBy();

  @Override
  int ask(OnefoldClient ledger) {
    JsonNode answer = ledger.resume(name, decision());
    if (output.json()) {
      out().println(answer);
    } else {
      out().println("%s  %s".formatted(name, text(answer, "message")));
      String test = text(answer, "test", "operationId");
      if (!test.isEmpty()) {
        out().println("'onefold status %s' shows how the test goes.".formatted(test));
      }
    }
    return ExitCode.OK;
  }

  private ObjectNode decision() {
    ObjectNode decision = JsonNodeFactory.instance.objectNode().put("reason", reason);
    decidedBy.claimed(target.token).ifPresent(by -> decision.put("reviewer", by));
    operation.ifPresent(id -> decision.put("operation", id));
    sequence.ifPresent(number -> decision.put("sequence", number));
    return decision;
  }
}
