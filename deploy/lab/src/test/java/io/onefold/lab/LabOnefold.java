package io.onefold.lab;

import io.onefold.destination.DestinationsFile;
import io.onefold.schema.Topics;
import io.onefold.standalone.Standalone;
import io.onefold.standalone.StandaloneSettings;
import io.onefold.standalone.client.OnefoldClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one Onefold that all classes of the lab use: broker, ledger and worker in this process. It
 * starts with the first that asks and ends with the process.
 *
 * <p>All its contracts are read at the start, so the ports of all servers and of the proxies before
 * them are chosen then, too.
 */
final class LabOnefold {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** How many neighbouring ports a server takes. */
  private static final Map<String, Integer> SERVERS =
      Map.of(
          "wordpress", 2, "mediawiki", 1, "mail", 3, "stripe", 1, "killbill", 2, "keycloak", 2,
          "azurite", 3, "caldav", 1, "parse", 2);

  private static @Nullable LabOnefold shared;

  private final Map<String, Integer> servers = new LinkedHashMap<>();
  private final Map<String, Integer> proxies = new LinkedHashMap<>();
  private final OnefoldClient client;
  private final URI url;

  private LabOnefold() throws IOException, InterruptedException {
    SERVERS.forEach((name, ports) -> servers.put(name, Ports.free(ports)));
    SERVERS.forEach((name, ports) -> proxies.put(name, Ports.free(1)));
    Path folder = Files.createTempDirectory("onefold-lab");
    Standalone standalone =
        Standalone.start(
            new StandaloneSettings(
                folder,
                DestinationsFile.parse("lab.yaml", contracts()),
                Topics.standard(),
                "127.0.0.1",
                0,
                0,
                Optional.of(2)));
    url = standalone.url();
    client = new OnefoldClient(url, Optional.empty(), PATIENCE);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  client.close();
                  standalone.close();
                }));
  }

  static synchronized LabOnefold shared() throws IOException, InterruptedException {
    if (shared == null) {
      shared = new LabOnefold();
    }
    return shared;
  }

  OnefoldClient client() {
    return client;
  }

  URI url() {
    return url;
  }

  /** The port that contracts and tests agreed on for this server. */
  int port(String server) {
    return servers.get(server);
  }

  /** Starts the proxy through which the contracts reach this server. */
  FaultyProxy proxy(String server) throws IOException {
    return FaultyProxy.start(
        proxies.get(server), URI.create("http://127.0.0.1:" + servers.get(server)));
  }

  /** The contracts, with addresses in place of {@code http://NAME.proxy} and the like. */
  private String contracts() throws IOException {
    String text;
    try (InputStream in = LabOnefold.class.getResourceAsStream("/lab.yaml")) {
      text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
    for (String name : SERVERS.keySet()) {
      text =
          text.replace("http://" + name + ".proxy", "http://127.0.0.1:" + proxies.get(name))
              .replace("http://" + name + ".server", "http://127.0.0.1:" + servers.get(name))
              .replace(name + ".port", String.valueOf(servers.get(name)))
              .replace(
                  "/secrets/" + name + "/", LabSecrets.file(name, "x").getParent().toString() + "/");
    }
    return text;
  }
}
