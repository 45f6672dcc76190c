package io.onefold.crash;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/** Settings of small brokers. */
final class BrokerSettings {
  static final String CONTROLLER = "CONTROLLER";

  /** Where the harness and other brokers connect. */
  static final String DIRECT = "DIRECT";

  /** How many brokers a cluster has, and how many copies of everything. */
  static final int COPIES = 3;

  private static final int ALONE = 1;

  private BrokerSettings() {}

  /** A listener: where the broker listens, and what clients are told. */
  record Address(String name, int port, int advertised) {}

  /** A broker of its own, which notices a dead client after seconds. */
  static Properties of(Path data, List<Address> addresses) {
    int controller =
        addresses.stream()
            .filter(address -> address.name().equals(CONTROLLER))
            .mapToInt(Address::port)
            .findFirst()
            .orElseThrow();
    Properties settings = identity(ALONE, data, addresses, voter(ALONE, controller));
    addCopies(settings, 1, 1);
    addQuickGroups(settings);
    return settings;
  }

  /**
   * One of a cluster. It keeps Kafka's defaults in everything that the unavailability of a key
   * depends on: groups, sessions, transactions, controlled shutdown.
   *
   * @param voters all members, each made by {@link #voter}
   */
  static Properties ofMember(int node, Path data, List<Address> addresses, List<String> voters) {
    Properties settings = identity(node, data, addresses, String.join(",", voters));
    addCopies(settings, COPIES, COPIES - 1);
    return settings;
  }

  /** A member of the quorum. */
  static String voter(int node, int controllerPort) {
    return node + "@127.0.0.1:" + controllerPort;
  }

  private static Properties identity(int node, Path data, List<Address> addresses, String voters) {
    Properties settings = new Properties();
    settings.setProperty("process.roles", "broker,controller");
    settings.setProperty("node.id", Integer.toString(node));
    settings.setProperty("controller.quorum.voters", voters);
    settings.setProperty("log.dirs", data.toString());
    settings.setProperty("controller.listener.names", CONTROLLER);
    settings.setProperty("inter.broker.listener.name", DIRECT);
    settings.setProperty("listeners", listeners(addresses, true));
    settings.setProperty(
        "advertised.listeners",
        listeners(addresses.stream().filter(a -> !a.name().equals(CONTROLLER)).toList(), false));
    settings.setProperty(
        "listener.security.protocol.map",
        addresses.stream().map(a -> a.name() + ":PLAINTEXT").collect(Collectors.joining(",")));
    addSizes(settings);
    return settings;
  }

  private static String listeners(List<Address> addresses, boolean real) {
    return addresses.stream()
        .map(a -> a.name() + "://127.0.0.1:" + (real ? a.port() : a.advertised()))
        .collect(Collectors.joining(","));
  }

  private static void addCopies(Properties settings, int copies, int inSync) {
    for (String name :
        List.of(
            "default.replication.factor",
            "offsets.topic.replication.factor",
            "transaction.state.log.replication.factor",
            "share.coordinator.state.topic.replication.factor")) {
      settings.setProperty(name, Integer.toString(copies));
    }
    for (String name :
        List.of(
            "min.insync.replicas",
            "transaction.state.log.min.isr",
            "share.coordinator.state.topic.min.isr")) {
      settings.setProperty(name, Integer.toString(inSync));
    }
  }

  private static void addSizes(Properties settings) {
    for (String one :
        List.of("num.network.threads", "group.coordinator.threads", "log.cleaner.threads")) {
      settings.setProperty(one, "1");
    }
    settings.setProperty("offsets.topic.num.partitions", "4");
    settings.setProperty("transaction.state.log.num.partitions", "4");
    settings.setProperty("num.io.threads", "4");
    settings.setProperty("background.threads", "2");
    settings.setProperty("auto.create.topics.enable", "false");
    settings.setProperty("message.max.bytes", Integer.toString(4 << 20));
    settings.setProperty("replica.fetch.max.bytes", Integer.toString(4 << 20));
    settings.setProperty("log.index.size.max.bytes", Integer.toString(512 * 1024));
    settings.setProperty("log.segment.bytes", Integer.toString(64 << 20));
    settings.setProperty("log.cleaner.dedupe.buffer.size", Integer.toString(8 << 20));
  }

  private static void addQuickGroups(Properties settings) {
    settings.setProperty("broker.session.timeout.ms", "4000");
    settings.setProperty("broker.heartbeat.interval.ms", "500");
    settings.setProperty("group.initial.rebalance.delay.ms", "0");
    settings.setProperty("group.min.session.timeout.ms", "1000");
    for (String kind : List.of("consumer", "share", "streams")) {
      settings.setProperty("group." + kind + ".min.session.timeout.ms", "3000");
      settings.setProperty("group." + kind + ".session.timeout.ms", "3000");
      settings.setProperty("group." + kind + ".min.heartbeat.interval.ms", "500");
      settings.setProperty("group." + kind + ".heartbeat.interval.ms", "700");
    }
    settings.setProperty("group.streams.initial.rebalance.delay.ms", "0");
    // Under the streams protocol the broker, not the instance, says how many standbys there are.
    settings.setProperty("group.streams.num.standby.replicas", "1");
    settings.setProperty("transaction.abort.timed.out.transaction.cleanup.interval.ms", "2000");
  }
}
