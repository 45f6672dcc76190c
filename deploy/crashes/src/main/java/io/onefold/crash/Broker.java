package io.onefold.crash;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * Kafka's own broker as a process. Each process under attack has a listener of its own, whose
 * advertised address is its proxy: so the network of each can be cut alone.
 */
final class Broker implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(90);
  private static final String DIRECT = "DIRECT";

  private static final String NAME = "broker";

  private final Jvm jvm;
  private final Control control;
  private final Path folder;
  private final Path settings;
  private final int port;
  private final Map<String, TcpProxy> proxies = new LinkedHashMap<>();
  private Process process;
  private int kills;

  /** Starts a broker with these clients and returns when it serves. */
  Broker(Path folder, List<String> clients, Jvm jvm, Control control)
      throws IOException, InterruptedException {
    this.jvm = jvm;
    this.control = control;
    this.folder = Files.createDirectories(folder);
    this.settings = folder.resolve("server.properties");
    List<Integer> ports = Ports.free(clients.size() + 2);
    port = ports.get(0);
    for (int i = 0; i < clients.size(); i++) {
      proxies.put(clients.get(i), new TcpProxy(ports.get(i + 2), (f, request, b, l) -> {}));
    }
    Properties properties = BrokerSettings.of(folder.resolve("data"), addresses(clients, ports));
    try (OutputStream out = Files.newOutputStream(settings)) {
      properties.store(out, null);
    }
    format(folder.resolve("data"));
    process = run();
    awaitServing();
  }

  private List<BrokerSettings.Address> addresses(List<String> clients, List<Integer> ports) {
    List<BrokerSettings.Address> all = new ArrayList<>();
    all.add(new BrokerSettings.Address(DIRECT, port, port));
    all.add(new BrokerSettings.Address(BrokerSettings.CONTROLLER, ports.get(1), ports.get(1)));
    for (int i = 0; i < clients.size(); i++) {
      all.add(
          new BrokerSettings.Address(
              clients.get(i).toUpperCase(Locale.ROOT),
              ports.get(i + 2),
              proxy(clients.get(i)).port()));
    }
    return all;
  }

  private static void format(Path data) {
    Formatter formatter =
        new Formatter()
            .setPrintStream(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
            .setNodeId(BrokerSettings.NODE)
            .setClusterId(Uuid.randomUuid().toString())
            .setReleaseVersion(MetadataVersion.latestProduction())
            .setControllerListenerName(BrokerSettings.CONTROLLER)
            .setMetadataLogDirectory(data.toString())
            .setDirectories(List.of(data.toString()));
    try {
      formatter.run();
    } catch (Exception e) {
      throw new IllegalStateException("the broker's folder " + data + " cannot be formatted", e);
    }
  }

  private Process run() throws IOException {
    // Nothing is armed in it; with the agent it ends when the harness does, whatever ends that.
    var unused = control.expect(NAME, List.of(), seen -> {});
    return new ProcessBuilder(
            jvm.attacked(NAME, NAME, "400m", "kafka.Kafka", List.of(settings.toString())))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("broker.log").toFile()))
        .start();
  }

  private void awaitServing() throws InterruptedException, IOException {
    long until = System.nanoTime() + START.toNanos();
    try (Admin admin =
        Admin.create(Map.of("bootstrap.servers", bootstrap(), "default.api.timeout.ms", 90_000))) {
      while (!serves(admin)) {
        if (!process.isAlive() || System.nanoTime() > until) {
          throw new IllegalStateException(
              "the broker does not serve: " + Files.readString(folder.resolve("broker.log")));
        }
      }
    }
  }

  private static boolean serves(Admin admin) throws InterruptedException {
    try {
      return !admin.describeCluster().nodes().get(5, TimeUnit.SECONDS).isEmpty();
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  /** Where the harness connects. */
  String bootstrap() {
    return "127.0.0.1:" + port;
  }

  /** Where that client connects. */
  String bootstrapOf(String client) {
    return "127.0.0.1:" + proxy(client).port();
  }

  /** The network between that client and the broker. */
  TcpProxy proxy(String client) {
    TcpProxy proxy = proxies.get(client);
    if (proxy == null) {
      throw new IllegalArgumentException("no client is called " + client);
    }
    return proxy;
  }

  /** Kills it without warning, and starts it again on the same data. */
  synchronized void bounce() throws IOException, InterruptedException {
    kill();
    kills++;
    process = run();
    awaitServing();
  }

  /** How often it was killed. */
  synchronized int kills() {
    return kills;
  }

  private void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** Ends it at once, also while it is being bounced. */
  void destroy() {
    process.destroyForcibly();
  }

  @Override
  public void close() throws IOException {
    destroy();
    for (TcpProxy proxy : proxies.values()) {
      proxy.close();
    }
  }
}
