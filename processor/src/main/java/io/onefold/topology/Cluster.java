package io.onefold.topology;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/**
 * What the start-up checks ask a Kafka cluster. Every call may fail with a {@link
 * StartRefusedException} if the cluster does not answer.
 */
public interface Cluster {
  /**
   * What a partition holds.
   *
   * @param first offset of the oldest record that is still there
   * @param end offset of the next record
   */
  record Span(long first, long end) {
    /** True if there is any record or mark of a transaction. */
    boolean holdsAny() {
      return end > first;
    }
  }

  /** The topics that exist, of those asked for. */
  Map<String, TopicDescription> topics(Collection<String> names);

  /** All settings of a topic, defaults included. */
  Map<String, String> settings(String topic);

  /** What each of the topic's partitions holds. */
  Map<Integer, Span> spans(String topic, int partitions);

  /**
   * The changelogs of a streams group, as the brokers remember it from its first member on; empty
   * if there is no streams group of that name.
   */
  Set<String> changelogs(String group);

  /** How many members a classic group has; 0 if there is no classic group of that name. */
  int members(String group);

  /**
   * Ledgers of other names that have members and have read this topic: as far as this user may see
   * groups and topics.
   */
  Set<String> otherLedgers(String applicationId, String topic);

  /** The offsets that a group has committed. */
  Map<TopicPartition, Long> offsets(String group);
}
