package io.onefold.standalone.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.standalone.Standalone;
import io.onefold.standalone.client.OnefoldClient;
import io.onefold.standalone.text.Terminal;
import io.onefold.standalone.text.TextTable;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** The tour. Only {@link #close} may be called from another thread. */
public final class Demo implements AutoCloseable {
  private static final long MOST_MS = 45_000;

  private final List<DemoCase> cases;
  private final DemoInstallation installation;
  private final OnefoldClient ledger;
  private final PrintWriter out;
  private final Terminal terminal;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Demo(
      List<DemoCase> cases, DemoInstallation installation, PrintWriter out, Terminal terminal) {
    this.cases = cases;
    this.installation = installation;
    this.out = out;
    this.terminal = terminal;
    this.ledger =
        new OnefoldClient(
            installation.standalone().url(), Optional.empty(), Duration.ofSeconds(30));
  }

  /**
   * Starts the installation.
   *
   * @throws io.onefold.standalone.StartException if something cannot be started
   */
  public static Demo start(PrintWriter out, Terminal terminal) throws InterruptedException {
    List<DemoCase> cases = DemoCase.all();
    out.println(terminal.bold("Onefold: one business request, one accepted external outcome"));
    out.println();
    out.println("Starting a broker, a ledger, a worker and an unreliable blog on this machine ...");
    out.flush();
    long began = System.nanoTime();
    DemoInstallation installation = DemoInstallation.start(cases);
    out.printf(
        "Ready after %d s: ledger %s, blog %s%n",
        Math.round((System.nanoTime() - began) / 1e9),
        installation.standalone().url(),
        installation.blog().baseUrl());
    return new Demo(cases, installation, out, terminal);
  }

  /** Runs the tour; true if everything ended as it must, as counted at the blog. */
  public boolean run() throws InterruptedException {
    title("The intents, and what will go wrong");
    TextTable table = new TextTable();
    cases.forEach(
        one ->
            table.row("  " + one.name(), "delivered " + one.deliveries() + " times", one.story()));
    table.print(out);

    title("What happens");
    DemoFollower follower = new DemoFollower(ledger, out, terminal);
    CompletableFuture<Integer> delivered = CompletableFuture.supplyAsync(this::deliver);
    boolean ended = follower.follow(cases, MOST_MS);
    int deliveries = delivered.join();

    showReceipts();
    showEscalations();
    return close(deliveries, ended, follower);
  }

  /** Where everything listens, and how to go on by hand. */
  public void showAddresses() {
    URI url = installation.standalone().url();
    title("It goes on running; stop it with Ctrl-C");
    new TextTable()
        .row("  ledger", url.toString())
        .row("  OpenAPI", url + "/openapi.yaml")
        .row("  metrics", url + "/prometheus")
        .row("  Kafka", installation.standalone().bootstrapServers())
        .row("  blog", installation.blog().baseUrl() + "/items")
        .print(out);
    out.println();
    out.println("  export ONEFOLD_URL=" + url);
    out.println("  deploy/onefold explain '" + cases.get(1).operationId() + "'");
    out.flush();
  }

  /** The installation, to wait for its end. */
  public Standalone standalone() {
    return installation.standalone();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      ledger.close();
      installation.close();
    }
  }

  /** First one of each, then all the repetitions: these may come at any moment. */
  private int deliver() {
    Instant issuedAt = Instant.now();
    int deliveries = 0;
    int most = cases.stream().mapToInt(DemoCase::deliveries).max().orElse(0);
    for (int round = 1; round <= most; round++) {
      for (DemoCase one : cases) {
        if (round <= one.deliveries()) {
          ledger.submit(DemoIntents.json(one, issuedAt));
          deliveries++;
        }
      }
    }
    return deliveries;
  }

  private void showReceipts() {
    title("Receipts");
    TextTable table = new TextTable();
    for (JsonNode receipt : ledger.receipts(Map.of()).items()) {
      String outcome = receipt.path("outcome").asText();
      table.row(
          "  " + receipt.path("operationId").asText(),
          outcome.equals("VERIFIED") ? terminal.green(outcome) : terminal.red(outcome),
          receipt.path("evidence").asText(),
          receipt.path("attempts").size()
              + (receipt.path("attempts").size() == 1 ? " attempt" : " attempts"),
          receipt.path("publicUrl").asText(""));
    }
    table.print(out);
  }

  private void showEscalations() {
    title("Waiting for a person");
    for (JsonNode escalation : ledger.escalations(Map.of("status", "open")).items()) {
      out.println(
          "  "
              + escalation.path("operationId").asText()
              + "  "
              + terminal.yellow(escalation.path("reason").asText())
              + ": "
              + escalation.path("known").asText());
      String id = escalation.path("operationId").asText();
      for (JsonNode decision : escalation.path("decisions")) {
        String action = decision.path("action").asText();
        out.println(terminal.dim("    " + decision.path("effect").asText() + ":"));
        out.println(
            "      ONEFOLD_URL=%s deploy/onefold review '%s' %s --reason '...'"
                .formatted(installation.standalone().url(), id, action));
      }
    }
    out.println(
        terminal.dim("  (with 'onefold demo --stay' the ledger goes on running, and these work)"));
  }

  private boolean close(int deliveries, boolean ended, DemoFollower follower) {
    var blog = installation.blog().provider();
    int duplicates =
        cases.stream().mapToInt(c -> Math.max(0, blog.effects(c.operationId()).size() - 1)).sum();
    boolean right = ended && duplicates == 0;
    for (DemoCase one : cases) {
      int effects = blog.effects(one.operationId()).size();
      if (!follower.ended(one) || effects != one.effects()) {
        right = false;
        out.println(
            terminal.red(
                "  %s is %s with %d items at the blog; it should be %s with %d"
                    .formatted(
                        one.operationId(),
                        follower.operation(one).path("state").asText("unknown"),
                        effects,
                        one.end(),
                        one.effects())));
      }
    }
    title("Counted: intents and deliveries as submitted, the rest as the blog stored it");
    String count =
        "intents %d, deliveries %d, effects %d, duplicates %d"
            .formatted(cases.size(), deliveries, blog.effects(), duplicates);
    out.println("  " + (right ? terminal.green(count) : terminal.red(count)));
    out.flush();
    return right;
  }

  private void title(String text) {
    out.println();
    out.println(terminal.bold(text));
    out.flush();
  }
}
