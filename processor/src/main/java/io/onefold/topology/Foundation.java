package io.onefold.topology;

import io.onefold.schema.ClientKind;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * What an instance stands on: the topics and the group in the cluster, of which it asks through one
 * client as long as it lives, and the folder of its stores. Thread-safe.
 */
final class Foundation implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final LedgerSettings settings;
  private final AdminCluster cluster;
  private final StateFolder folder;

  /**
   * Prepares the connection.
   *
   * @throws StartRefusedException if the settings make none
   */
  Foundation(LedgerSettings settings) {
    this.settings = settings;
    this.cluster = AdminCluster.connect(settings.cluster().settings(ClientKind.ADMIN));
    this.folder = new StateFolder(settings.stateDir(), settings.applicationId());
  }

  /**
   * Checks that the ledger may run, commits its first positions, and throws stores of other topics
   * away; to be called before Kafka Streams starts.
   *
   * @throws StartRefusedException if starting could lose or double something, or Kafka does not
   *     answer
   */
  StartChecks.Findings check() {
    StartChecks.Findings findings = new StartChecks(cluster, settings, PATIENCE).run();
    if (!findings.unread().isEmpty()) {
      cluster.commit(settings.applicationId(), findings.unread());
    }
    folder.tie(stateTopics());
    return findings;
  }

  /** With the first task all topics are there, also those that were made since the checks. */
  Continuity noting(Continuity continuity) {
    AtomicBoolean noted = new AtomicBoolean();
    return (partition, store) -> {
      continuity.check(partition, store);
      if (!noted.getAndSet(true)) {
        folder.note(stateTopics());
      }
    };
  }

  /**
   * The topics of the stores as they are now. Never as the checks saw them: while those waited for
   * other ledgers, a topic may have been made, and stores on disk must be compared with that one.
   */
  private Map<String, Uuid> stateTopics() {
    List<String> names =
        Stores.ALL.stream().map(s -> Stores.changelog(settings.applicationId(), s)).toList();
    Map<String, Uuid> ids = new HashMap<>();
    cluster.topics(names).forEach((name, topic) -> ids.put(name, topic.topicId()));
    return ids;
  }

  /** What the group has committed now. */
  Map<TopicPartition, Long> positions(Predicate<TopicPartition> wanted) {
    return cluster.offsets(settings.applicationId(), wanted);
  }

  @Override
  public void close() {
    cluster.close();
  }
}
