package io.onefold.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;

/**
 * Kafka's own broker as a process. Each process under attack has a listener of its own, whose
 * advertised address is its proxy: so the network of each can be cut alone.
 */
final class Broker implements Brokers {
  private static final Duration START = Duration.ofSeconds(90);
  private static final String NAME = "broker";

  private final int port;
  private final Map<String, TcpProxy> proxies = new LinkedHashMap<>();
  private final BrokerProcess process;
  private int kills;

  /** Starts a broker with these clients and returns when it serves. */
  Broker(Path folder, List<String> clients, Jvm jvm, Control control)
      throws IOException, InterruptedException {
    List<Integer> ports = Ports.free(clients.size() + 2);
    port = ports.get(0);
    for (int i = 0; i < clients.size(); i++) {
      proxies.put(clients.get(i), new TcpProxy(ports.get(i + 2), (f, request, b, l) -> {}));
    }
    process =
        new BrokerProcess(
            NAME,
            folder,
            Uuid.randomUuid(),
            BrokerSettings.of(folder.resolve("data"), addresses(clients, ports)),
            jvm,
            control);
    awaitServing();
  }

  private List<BrokerSettings.Address> addresses(List<String> clients, List<Integer> ports) {
    List<BrokerSettings.Address> all = new ArrayList<>();
    all.add(new BrokerSettings.Address(BrokerSettings.DIRECT, port, port));
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

  private void awaitServing() throws InterruptedException, IOException {
    long until = System.nanoTime() + START.toNanos();
    try (Admin admin =
        Admin.create(Map.of("bootstrap.servers", bootstrap(), "default.api.timeout.ms", 90_000))) {
      while (!serves(admin)) {
        if (!process.alive() || System.nanoTime() > until) {
          throw new IllegalStateException("the broker does not serve: " + process.said());
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

  @Override
  public String bootstrap() {
    return "127.0.0.1:" + port;
  }

  @Override
  public String bootstrapOf(String client) {
    return "127.0.0.1:" + proxy(client).port();
  }

  @Override
  public Optional<TcpProxy> networkOf(String client) {
    return Optional.of(proxy(client));
  }

  private TcpProxy proxy(String client) {
    TcpProxy proxy = proxies.get(client);
    if (proxy == null) {
      throw new IllegalArgumentException("no client is called " + client);
    }
    return proxy;
  }

  /** Kills it without warning, and starts it again on the same data. */
  synchronized void bounce() throws IOException, InterruptedException {
    process.kill();
    kills++;
    process.start();
    awaitServing();
  }

  /** How often it was killed. */
  synchronized int kills() {
    return kills;
  }

  @Override
  public void destroy() {
    process.destroy();
  }

  @Override
  public void close() throws IOException {
    destroy();
    for (TcpProxy proxy : proxies.values()) {
      proxy.close();
    }
  }
}
