package io.onefold.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.destination.DestinationsFile;
import io.onefold.faults.FaultProxy;
import io.onefold.schema.Topics;
import io.onefold.standalone.Standalone;
import io.onefold.standalone.StandaloneSettings;
import io.onefold.standalone.cli.OnefoldCommand;
import io.onefold.standalone.client.OnefoldClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The one Onefold that all classes of the lab use: broker, ledger and worker in this process. It
 * starts with the first that asks and ends with the process.
 *
 * <p>All its contracts are read at the start, so the ports of all servers are chosen then, too, and
 * a proxy is put before each.
 */
final class LabOnefold {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** With this one, 44 writes have 8 of their answers lost and 4 cut: just what the chances say. */
  private static final long SEED = 20;

  /** How many neighbouring ports a server takes. */
  private static final Map<String, Integer> SERVERS =
      Map.of(
          "wordpress",
          2,
          "mediawiki",
          1,
          "mail",
          3,
          "stripe",
          1,
          "killbill",
          2,
          "keycloak",
          2,
          "azurite",
          3,
          "caldav",
          1,
          "parse",
          2);

  private static final AtomicReference<@Nullable LabOnefold> SHARED = new AtomicReference<>();

  private final Map<String, Integer> ports = new HashMap<>();
  private final Map<String, FaultProxy> proxies = new HashMap<>();
  private final MailProxy mailProxy;
  private final OnefoldClient client;
  private final URI url;

  private LabOnefold() throws IOException, InterruptedException {
    Deque<AutoCloseable> parts = new ArrayDeque<>();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(parts)));
    SERVERS.forEach((name, many) -> ports.put(name, Ports.free(many)));
    for (String name : SERVERS.keySet()) {
      proxies.put(name, FaultProxy.start(FaultProxy.Settings.of(server(name)).seed(SEED)));
      parts.push(proxies.get(name));
    }
    mailProxy = MailProxy.start(port("mail"));
    parts.push(mailProxy);
    Path data = Files.createTempDirectory("onefold-lab");
    Standalone standalone =
        Standalone.start(
            new StandaloneSettings(
                data,
                DestinationsFile.parse("lab.yaml", contracts()),
                Topics.standard(),
                "127.0.0.1",
                0,
                0,
                Optional.of(2)));
    parts.push(standalone);
    url = standalone.url();
    client = new OnefoldClient(url, Optional.empty(), PATIENCE);
    parts.push(client);
  }

  private static void close(Deque<AutoCloseable> parts) {
    for (AutoCloseable part : parts) {
      try {
        part.close();
      } catch (Exception e) {
        // The process ends in any case, and with it the part.
        System.err.println("lab: a part did not stop in good order: " + e);
      }
    }
  }

  /** Starts it, or returns the one that runs. */
  static synchronized LabOnefold shared() throws IOException, InterruptedException {
    LabOnefold running = SHARED.get();
    if (running == null) {
      running = new LabOnefold();
      SHARED.set(running);
    }
    return running;
  }

  /** Calls its REST interface. */
  OnefoldClient client() {
    return client;
  }

  /**
   * Runs a command of the program against it.
   *
   * @return what it printed, errors included
   * @throws AssertionError if the command says no
   */
  String command(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--url", url.toString()));
    StringWriter said = new StringWriter();
    int code =
        OnefoldCommand.commandLine()
            .setOut(new PrintWriter(said, true))
            .setErr(new PrintWriter(said, true))
            .execute(all.toArray(String[]::new));
    assertEquals(0, code, said::toString);
    return said.toString();
  }

  /** The port that the contracts expect this server at. */
  int port(String server) {
    return ports.get(server);
  }

  /** The server itself, without a proxy. */
  private URI server(String name) {
    return URI.create("http://127.0.0.1:" + ports.get(name));
  }

  /** The proxy through which the contracts reach this server. */
  FaultProxy proxy(String server) {
    return proxies.get(server);
  }

  /** The proxy before the mail server, which speaks no HTTP. */
  MailProxy mailProxy() {
    return mailProxy;
  }

  /** The contracts, with the addresses of this run in place of {@code http://NAME.proxy}. */
  private String contracts() throws IOException {
    String text;
    try (InputStream in = LabOnefold.class.getResourceAsStream("/lab.yaml")) {
      text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
    for (String name : SERVERS.keySet()) {
      Path secrets = LabSecrets.file(name, "any").getParent();
      text =
          text.replace("http://" + name + ".proxy", proxies.get(name).origin().toString())
              .replace("http://" + name + ".server", server(name).toString())
              .replace("/secrets/" + name + "/", secrets + "/");
    }
    return text.replace("SMTP_PORT", String.valueOf(mailProxy.port()))
        .replace("IMAP_PORT", String.valueOf(port("mail") + 1));
  }
}
