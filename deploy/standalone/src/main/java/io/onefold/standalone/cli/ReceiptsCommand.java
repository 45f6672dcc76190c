package io.onefold.standalone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.standalone.client.OnefoldClient;
import io.onefold.standalone.client.Page;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code onefold receipts}. */
@Command(
    name = "receipts",
    mixinStandardHelpOptions = true,
    description = "Lists receipts, the oldest first.")
final class ReceiptsCommand extends TargetedCommand {
  private static final long POLL_MS = 500;

  @Option(
      names = {"-f", "--follow"},
      description = "Go on with new ones until interrupted")
  boolean follow;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "Only receipts issued at or after this RFC 3339 time, for example 2026-10-31T08:00:00Z")
  Optional<String> since = Optional.empty();

  @Override
  int ask(OnefoldClient ledger) {
    Map<String, String> query = new LinkedHashMap<>();
    since.ifPresent(time -> query.put("since", instant(time).toString()));
    while (true) {
      Page page = ledger.receipts(query);
      for (JsonNode receipt : page.items()) {
        if (wanted(receipt)) {
          out().println(output.json() ? receipt : line(receipt));
        }
      }
      out().flush();
      // Not the first empty page: the ledger may have left out all of a page as too old.
      boolean atEnd = page.next().equals(Optional.ofNullable(query.get("cursor")));
      page.next().ifPresent(cursor -> query.put("cursor", cursor));
      if (atEnd || page.next().isEmpty()) {
        if (!follow || !pause()) {
          return ExitCode.OK;
        }
      }
    }
  }

  /** A place in the log is only roughly a time: the ledger may hand over a few older ones. */
  private boolean wanted(JsonNode receipt) {
    String issued = text(receipt, "issuedAt");
    return since.isEmpty()
        || issued.isEmpty()
        || !Instant.parse(issued).isBefore(instant(since.get()));
  }

  private static String line(JsonNode receipt) {
    String evidence = text(receipt, "evidence");
    String what = text(receipt, "publicUrl");
    String id = text(receipt, "providerId");
    return String.join(
            "  ",
            text(receipt, "issuedAt"),
            String.format("%-8s", text(receipt, "outcome")),
            text(receipt, "operationId"),
            text(receipt, "destination", "id"),
            evidence,
            what.isEmpty() ? id : what)
        .stripTrailing();
  }

  private static Instant instant(String time) {
    try {
      return OffsetDateTime.parse(time).toInstant();
    } catch (DateTimeException e) {
      throw new UsageException(
          "--since is '" + time + "'; write an RFC 3339 time, for example 2026-10-31T08:00:00Z", e);
    }
  }

  private static boolean pause() {
    try {
      Thread.sleep(POLL_MS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
