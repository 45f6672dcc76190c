package io.onefold.audit;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/** Where the topics are. Reads, and can do nothing else. */
public interface TopicSource {
  /** Every topic of the installation that is there, with its number of partitions. */
  Map<String, Integer> topics();

  /**
   * Fixes what is judged, so that a running ledger can be audited: no later record is looked at,
   * and everything that an earlier one brought about is.
   */
  Map<TopicPartition, Extent> cut();

  /** How long the topic of intents keeps them; empty: for ever, or that cannot be told. */
  default Optional<Duration> payloadRetention() {
    return Optional.empty();
  }

  /**
   * Hands on the committed records of these partitions, each partition in its order. May be called
   * by several threads at a time, for different partitions.
   */
  void read(
      Collection<TopicPartition> partitions,
      Map<TopicPartition, Extent> cut,
      Consumer<TopicRecord> sink);

  /**
   * What is judged of one partition.
   *
   * @param begin offset of the first record that is still there
   * @param known end when the audit began; what is older must have had its consequences
   * @param end end of what is read
   * @param processed for an input, up to where the ledger says that it has decided; empty where it
   *     does not say
   */
  record Extent(long begin, long known, long end, OptionalLong processed) {}

  /** The partitions of a topic. */
  static List<TopicPartition> partitionsOf(String topic, int count) {
    return java.util.stream.IntStream.range(0, count)
        .mapToObj(partition -> new TopicPartition(topic, partition))
        .toList();
  }
}
