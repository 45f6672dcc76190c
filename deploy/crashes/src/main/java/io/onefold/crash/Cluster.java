package io.onefold.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.common.Uuid;

/** Three brokers, each with a controller, as processes: three copies, of which two must agree. */
final class Cluster implements Brokers {
  private static final Duration WHOLE = Duration.ofMinutes(3);
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final int LOOK_SECONDS = 10;

  private final List<Integer> ports;
  private final List<BrokerProcess> members = new ArrayList<>();

  /** Starts the brokers and returns when all of them serve. Clients connect directly. */
  Cluster(Path folder, List<String> clients, Jvm jvm, Control control)
      throws IOException, InterruptedException {
    List<Integer> all = Ports.free(2 * BrokerSettings.COPIES);
    ports = all.subList(0, BrokerSettings.COPIES);
    List<Integer> controllers = all.subList(BrokerSettings.COPIES, all.size());
    List<String> voters =
        IntStream.range(0, BrokerSettings.COPIES)
            .mapToObj(i -> BrokerSettings.voter(i + 1, controllers.get(i)))
            .toList();
    Uuid id = Uuid.randomUuid();
    for (int i = 0; i < BrokerSettings.COPIES; i++) {
      int port = ports.get(i);
      int controller = controllers.get(i);
      Path home = folder.resolve("broker" + (i + 1));
      members.add(
          new BrokerProcess(
              "broker" + (i + 1),
              home,
              id,
              BrokerSettings.ofMember(
                  i + 1,
                  home.resolve("data"),
                  List.of(
                      new BrokerSettings.Address(BrokerSettings.DIRECT, port, port),
                      new BrokerSettings.Address(
                          BrokerSettings.CONTROLLER, controller, controller)),
                  voters),
              jvm,
              control));
    }
    try {
      awaitWhole();
    } catch (IOException | InterruptedException | RuntimeException e) {
      destroy();
      throw e;
    }
  }

  /** The brokers, of which one at a time may be down. */
  List<BrokerProcess> members() {
    return List.copyOf(members);
  }

  /**
   * Waits until every broker serves and every partition has all its copies in sync.
   *
   * @throws IllegalStateException if that takes too long, or a broker has ended
   */
  void awaitWhole() throws InterruptedException, IOException {
    long until = System.nanoTime() + WHOLE.toNanos();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap()))) {
      while (!isWhole(admin)) {
        for (BrokerProcess member : members) {
          if (!member.alive() || System.nanoTime() > until) {
            throw new IllegalStateException(
                "the cluster is not whole; " + member.name() + " said: " + member.said());
          }
        }
        Thread.sleep(LOOK_EVERY);
      }
    }
  }

  private static boolean isWhole(Admin admin) throws InterruptedException {
    try {
      if (admin.describeCluster().nodes().get(LOOK_SECONDS, TimeUnit.SECONDS).size()
          < BrokerSettings.COPIES) {
        return false;
      }
      Set<String> topics =
          admin
              .listTopics(new ListTopicsOptions().listInternal(true))
              .names()
              .get(LOOK_SECONDS, TimeUnit.SECONDS);
      return admin
          .describeTopics(topics)
          .allTopicNames()
          .get(LOOK_SECONDS, TimeUnit.SECONDS)
          .values()
          .stream()
          .flatMap(topic -> topic.partitions().stream())
          .allMatch(
              partition ->
                  partition.leader() != null
                      && partition.isr().size() == partition.replicas().size());
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  @Override
  public String bootstrap() {
    return ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
  }

  @Override
  public String bootstrapOf(String client) {
    return bootstrap();
  }

  @Override
  public Optional<TcpProxy> networkOf(String client) {
    return Optional.empty();
  }

  @Override
  public void destroy() {
    members.forEach(BrokerProcess::destroy);
  }

  @Override
  public void close() {
    destroy();
  }
}
