package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.standalone.client.OnefoldClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code onefold erase}. */
@Command(
    name = "erase",
    mixinStandardHelpOptions = true,
    description = {
      "Erases the sealed payload of an operation and the excerpts of answers to it, for ever.",
      "The key that opens them is removed; hashes, receipt and journal stay, and stay provable."
    })
final class EraseCommand extends TargetedCommand {
  @Parameters(paramLabel = "ID", description = "The operation ID")
  String id = "";

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Why, in your words. It stays for ever: name no person in it")
  String reason = "";

  @Mixin DecidedBy decidedBy = new DecidedBy();

  @Option(
      names = "--even-if-unfinished",
      description =
          "Also where the operation has not ended: nothing more can be sent or compared then")
  boolean unfinished;

  @Override
  int ask(OnefoldClient ledger) {
    ObjectNode wish =
        JsonNodeFactory.instance.objectNode().put("operationId", id).put("reason", reason);
    decidedBy.claimed(target.token).ifPresent(name -> wish.put("by", name));
    if (unfinished) {
      wish.put("unfinished", true);
    }
    JsonNode note = ledger.erase(wish);
    if (output.json()) {
      out().println(note);
    } else {
      out().println(id + "  payload erased by " + text(note, "by") + " at " + text(note, "at"));
      out().println("gone: the sealed payload, and what was kept sealed of the answers");
      out()
          .println(
              "stays: operation ID, destination, attributes, owner, times, hashes, provider ID and"
                  + " address, messages, and this note");
      out()
          .println(
              "stays in clear: a payload of this operation that was submitted before payloads were"
                  + " sealed; nobody looks for one here");
      out()
          .println(
              "until when: the removed key stands in topic payload-keys until Kafka compacts it,"
                  + " as a rule within two days; backups and copies of that topic have it for"
                  + " longer (deploy/FORGETTING.md)");
    }
    return ExitCode.OK;
  }
}
