package io.onefold.standalone;

import java.nio.file.Path;
import java.util.Properties;

/**
 * Broker settings for one small machine: one copy of everything, few partitions, small buffers,
 * quick groups.
 */
final class EmbeddedKafkaSettings {
  static final int NODE_ID = 1;
  static final String CONTROLLER_LISTENER = "CONTROLLER";

  /** Largest record batch that the broker takes, in bytes. */
  static final int MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

  private EmbeddedKafkaSettings() {}

  static Properties of(Path directory, String host, int port, int controllerPort) {
    Properties settings = new Properties();
    addIdentity(settings, directory, host, port, controllerPort);
    addSmallFootprint(settings);
    settings.putAll(ofAnySmallBroker());
    return settings;
  }

  /** What suits a single broker for tests and trials, wherever it runs. */
  static Properties ofAnySmallBroker() {
    Properties settings = new Properties();
    settings.setProperty("auto.create.topics.enable", "false");
    settings.setProperty("message.max.bytes", Integer.toString(MAX_MESSAGE_BYTES));
    settings.setProperty("replica.fetch.max.bytes", Integer.toString(MAX_MESSAGE_BYTES));
    addSingleCopies(settings);
    addQuickGroups(settings);
    return settings;
  }

  private static void addIdentity(
      Properties settings, Path directory, String host, int port, int controllerPort) {
    settings.setProperty("process.roles", "broker,controller");
    settings.setProperty("node.id", Integer.toString(NODE_ID));
    // Voters are read anew at every start and not kept on disk: the controller's port may change.
    settings.setProperty("controller.quorum.voters", NODE_ID + "@" + host + ":" + controllerPort);
    settings.setProperty("controller.listener.names", CONTROLLER_LISTENER);
    settings.setProperty(
        "listeners",
        "PLAINTEXT://"
            + host
            + ":"
            + port
            + ","
            + CONTROLLER_LISTENER
            + "://"
            + host
            + ":"
            + controllerPort);
    settings.setProperty("advertised.listeners", "PLAINTEXT://" + host + ":" + port);
    settings.setProperty(
        "listener.security.protocol.map",
        "PLAINTEXT:PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
    settings.setProperty("log.dirs", directory.toAbsolutePath().toString());
    // After a kill the controller takes the new process for a second broker until the session of
    // the
    // old one is over, so a restart waits that long.
    settings.setProperty("broker.session.timeout.ms", "4000");
    settings.setProperty("broker.heartbeat.interval.ms", "500");
    settings.setProperty("delete.topic.enable", "true");
  }

  private static void addSingleCopies(Properties settings) {
    settings.setProperty("default.replication.factor", "1");
    settings.setProperty("min.insync.replicas", "1");
    settings.setProperty("offsets.topic.replication.factor", "1");
    settings.setProperty("offsets.topic.num.partitions", "4");
    settings.setProperty("transaction.state.log.replication.factor", "1");
    settings.setProperty("transaction.state.log.min.isr", "1");
    settings.setProperty("transaction.state.log.num.partitions", "4");
    settings.setProperty("share.coordinator.state.topic.replication.factor", "1");
    settings.setProperty("share.coordinator.state.topic.min.isr", "1");
    settings.setProperty("share.coordinator.state.topic.num.partitions", "2");
  }

  private static void addSmallFootprint(Properties settings) {
    settings.setProperty("log.segment.bytes", Integer.toString(64 * 1024 * 1024));
    // A segment of 64 MiB has at most 16384 index entries of 12 bytes; the default would map 10 MiB
    // for each file.
    settings.setProperty("log.index.size.max.bytes", Integer.toString(512 * 1024));
    settings.setProperty("metadata.log.segment.bytes", Integer.toString(64 * 1024 * 1024));
    settings.setProperty("offsets.topic.segment.bytes", Integer.toString(16 * 1024 * 1024));
    settings.setProperty("transaction.state.log.segment.bytes", Integer.toString(16 * 1024 * 1024));
    settings.setProperty("log.cleaner.threads", "1");
    settings.setProperty("log.cleaner.dedupe.buffer.size", Integer.toString(8 * 1024 * 1024));
    settings.setProperty("num.network.threads", "2");
    settings.setProperty("num.io.threads", "4");
    settings.setProperty("background.threads", "2");
    settings.setProperty("num.recovery.threads.per.data.dir", "2");
    settings.setProperty("group.coordinator.threads", "1");
    settings.setProperty("queued.max.requests", "64");
  }

  /**
   * On one machine a member that is gone is gone for good: notice it after seconds, and wait for
   * nobody at the start.
   */
  private static void addQuickGroups(Properties settings) {
    settings.setProperty("group.initial.rebalance.delay.ms", "0");
    settings.setProperty("group.min.session.timeout.ms", "1000");
    for (String kind : new String[] {"consumer", "share", "streams"}) {
      settings.setProperty("group." + kind + ".min.session.timeout.ms", "3000");
      settings.setProperty("group." + kind + ".session.timeout.ms", "6000");
      settings.setProperty("group." + kind + ".min.heartbeat.interval.ms", "500");
      settings.setProperty("group." + kind + ".heartbeat.interval.ms", "1000");
    }
    settings.setProperty("group.streams.initial.rebalance.delay.ms", "0");
    settings.setProperty("transaction.max.timeout.ms", "900000");
    settings.setProperty("transaction.abort.timed.out.transaction.cleanup.interval.ms", "2000");
  }
}
