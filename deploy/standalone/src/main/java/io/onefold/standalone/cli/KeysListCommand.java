package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.standalone.client.OnefoldClient;
import picocli.CommandLine.Command;

/** {@code onefold keys list}. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the IDs of a running ledger's keys: the first one signs, the others signed before.",
      "With --output json as the JWK Set that 'onefold verify-receipt --keys' takes. Compare the"
          + " IDs with those that 'onefold keys create' printed before you rely on them."
    })
final class KeysListCommand extends TargetedCommand {
  @Override
  int ask(OnefoldClient ledger) {
    JsonNode set = ledger.keys();
    if (output.json()) {
      out().println(set);
    } else if (set.path("keys").isEmpty()) {
      out().println("The ledger has no key: it signs nothing.");
    } else {
      String use = "signs";
      for (JsonNode key : set.path("keys")) {
        out().println(text(key, "kid") + "  " + use);
        use = "signed before";
      }
    }
    return ExitCode.OK;
  }
}
