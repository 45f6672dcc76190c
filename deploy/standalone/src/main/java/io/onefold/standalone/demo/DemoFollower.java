package io.onefold.standalone.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.standalone.client.OnefoldClient;
import io.onefold.standalone.client.ProblemException;
import io.onefold.standalone.text.Terminal;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Tells what happens to the operations while it happens. Not thread-safe. */
final class DemoFollower {
  private static final long LOOK_EVERY_MS = 100;

  private final OnefoldClient ledger;
  private final PrintWriter out;
  private final Terminal terminal;
  private final long began = System.nanoTime();
  private final Map<String, JsonNode> last = new HashMap<>();

  DemoFollower(OnefoldClient ledger, PrintWriter out, Terminal terminal) {
    this.ledger = ledger;
    this.out = out;
    this.terminal = terminal;
  }

  /** Looks and tells until every operation is where it must end, or the time is over. */
  boolean follow(List<DemoCase> cases, long atMostMs) throws InterruptedException {
    long until = System.nanoTime() + atMostMs * 1_000_000;
    while (System.nanoTime() < until) {
      cases.forEach(this::look);
      if (cases.stream().allMatch(this::ended)) {
        return true;
      }
      Thread.sleep(LOOK_EVERY_MS);
    }
    return false;
  }

  /** The operation as it was seen last. */
  JsonNode operation(DemoCase one) {
    return Objects.requireNonNullElse(
        last.get(one.name()), com.fasterxml.jackson.databind.node.MissingNode.getInstance());
  }

  boolean ended(DemoCase one) {
    return operation(one).path("state").asText().equals(one.end());
  }

  private void look(DemoCase one) {
    if (ended(one)) {
      return;
    }
    try {
      ledger
          .operation(one.operationId())
          .ifPresent(
              seen -> {
                String before = sentence(operation(one));
                last.put(one.name(), seen);
                String now = sentence(seen);
                if (!now.equals(before)) {
                  tell(one, now);
                }
              });
    } catch (ProblemException e) {
      // Not readable at this moment; the next look tells.
    }
  }

  private void tell(DemoCase one, String sentence) {
    double seconds = (System.nanoTime() - began) / 1e9;
    out.printf(Locale.ROOT, "  %5.1f s  %-15s %s%n", seconds, one.name(), sentence);
    out.flush();
  }

  private static String asked(JsonNode attempt) {
    String ended =
        switch (attempt.path("result").asText()) {
          case "ACCEPTED" -> "was accepted";
          case "ACCEPTED_LATER" -> "was accepted for later";
          case "REFUSED" -> "was refused (%s)".formatted(outcome(attempt));
          default -> "may have happened (%s)".formatted(outcome(attempt));
        };
    return "attempt %d %s; the blog is asked, nothing is sent"
        .formatted(attempt.path("token").asInt(), ended);
  }

  private String sentence(JsonNode operation) {
    JsonNode attempts = operation.path("attempts");
    JsonNode attempt = attempts.path(attempts.size() - 1);
    return switch (operation.path("state").asText()) {
      case "READY" ->
          attempts.isEmpty()
              ? "admitted; a worker is asked"
              : "attempt %d did nothing (%s); another one is allowed"
                  .formatted(attempts.size(), outcome(attempt));
      case "CLAIMED" -> "attempt %d is granted".formatted(operation.path("token").asInt());
      case "COMMIT_UNKNOWN" -> terminal.yellow(asked(attempt));
      case "VERIFIED" ->
          terminal.green("VERIFIED")
              + " by reading it back: "
              + operation.path("receipt").path("publicUrl").asText();
      case "REJECTED" ->
          terminal.red("REJECTED")
              + ": "
              + operation.path("reason").asText().toLowerCase(Locale.ROOT).replace('_', ' ');
      case "UNRESOLVED" ->
          terminal.yellow("UNRESOLVED")
              + ": "
              + operation.path("reason").asText().toLowerCase(Locale.ROOT).replace('_', ' ')
              + "; a person must decide";
      default -> operation.path("state").asText();
    };
  }

  private static String outcome(JsonNode attempt) {
    String result = attempt.path("result").asText("no report");
    String detail = attempt.path("detail").asText("NONE");
    String words = detail.equals("NONE") ? result : detail;
    return words.toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
