package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.standalone.client.OnefoldClient;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code onefold review}. */
@Command(
    name = "review",
    mixinStandardHelpOptions = true,
    description = {
      "Decides about an operation that waits for a person.",
      "The decision is bound to what the ledger knows now, or to --sequence; if the operation moves"
          + " on first, it is refused."
    })
final class ReviewCommand extends RestCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The operation ID")
  String id = "";

  @Parameters(
      index = "1",
      paramLabel = "ACTION",
      description =
          "CONFIRM_DONE, CONFIRM_NOT_DONE, AUTHORISE_RETRY, RECHECK, APPROVE, CANCEL or"
              + " ACKNOWLEDGE")
  String action = "";

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Why, in your words")
  String reason = "";

  @Option(
      names = "--provider-id",
      paramLabel = "ID",
      description = "For CONFIRM_DONE: the identifier you saw at the destination")
  Optional<String> providerId = Optional.empty();

  @Option(
      names = "--public-url",
      paramLabel = "URL",
      description = "For CONFIRM_DONE: the public address you saw")
  Optional<String> publicUrl = Optional.empty();

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = {
        "With a path: short for --public-url. Without one: the ledger's address, as in other"
            + " commands;",
        "may be given once for each."
      })
  List<String> urls = List.of();

  @Option(
      names = "--ledger",
      paramLabel = "URL",
      defaultValue = "${ONEFOLD_URL:-http://localhost:8080}",
      description = "The ledger's address; also ONEFOLD_URL. Default: http://localhost:8080")
  String ledgerUrl = "";

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      defaultValue = "${ONEFOLD_TOKEN}",
      description = "Bearer token, where the ledger asks for one; better in ONEFOLD_TOKEN")
  Optional<String> token = Optional.empty();

  @Option(
      names = "--evidence",
      paramLabel = "TEXT",
      description = "Where your evidence is, or what it says")
  Optional<String> evidence = Optional.empty();

  @Mixin Trust trust = new Trust();

  @Mixin DecidedBy decidedBy = new DecidedBy();

  @Option(
      names = "--sequence",
      paramLabel = "N",
      description = "The journal sequence you looked at. Default: the newest")
  Optional<Long> sequence = Optional.empty();

  @Option(
      names = "--force",
      description = "For AUTHORISE_RETRY: beyond the spent budget; lifts no other rule")
  boolean force;

  /** A created thing is never published at the bare root of a server, and a ledger usually is. */
  @Override
  OnefoldClient connect() {
    String address = ledgerUrl;
    for (String url : urls) {
      URI parsed = Target.address(url);
      boolean bare =
          (parsed.getRawPath().isEmpty() || parsed.getRawPath().equals("/"))
              && parsed.getRawQuery() == null;
      if (bare) {
        address = url;
      } else {
        publicUrl = Optional.of(url);
      }
    }
    return trust.connect(Target.address(address), token, Duration.ofSeconds(30));
  }

  @Override
  int ask(OnefoldClient ledger) {
    Optional<JsonNode> operation = ledger.operation(id);
    if (operation.isEmpty()) {
      return negative("the ledger knows no operation '" + id + "'");
    }
    long basis = sequence.orElseGet(() -> operation.get().path("sequence").asLong());
    JsonNode answer = ledger.review(id, decision(basis));
    if (output.json()) {
      out().println(answer);
    } else {
      out().println(id + "  decision taken, sequence " + text(answer, "sequence"));
    }
    return ExitCode.OK;
  }

  private ObjectNode decision(long basis) {
    ObjectNode decision =
        JsonNodeFactory.instance
            .objectNode()
            .put("action", action.toUpperCase(Locale.ROOT).replace('-', '_'))
            .put("reason", reason)
            .put("sequence", basis);
    decidedBy.claimed(token).ifPresent(name -> decision.put("reviewer", name));
    providerId.ifPresent(value -> decision.put("providerId", value));
    publicUrl.ifPresent(value -> decision.put("publicUrl", value));
    evidence.ifPresent(value -> decision.put("evidence", value));
    if (force) {
      decision.put("force", true);
    }
    return decision;
  }
}
