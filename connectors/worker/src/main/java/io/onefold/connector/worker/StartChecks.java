package io.onefold.connector.worker;

import io.onefold.schema.Topics;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.TimeoutException;

/** What must hold in Kafka before a worker may start. */
final class StartChecks {
  private static final Duration WAIT = Duration.ofSeconds(30);

  private StartChecks() {}

  /**
   * Checks that the topics are there and fit together.
   *
   * @return the number of partitions of commands and provider events
   * @throws IllegalStateException if a topic is missing or has another number of partitions
   * @throws KafkaException if Kafka cannot be asked
   */
  static int partitions(Consumer<byte[], byte[]> consumer, Topics topics, String pool) {
    int commands = count(consumer, topics.commands(pool));
    int events = count(consumer, topics.providerEvents());
    count(consumer, topics.deadLetters());
    if (commands != events) {
      throw new IllegalStateException(
          topics.commands(pool)
              + " has "
              + commands
              + " partitions and "
              + topics.providerEvents()
              + " has "
              + events
              + "; they must be equal, and must not change");
    }
    return commands;
  }

  static int count(Consumer<byte[], byte[]> consumer, String topic) {
    List<PartitionInfo> partitions = describe(consumer, topic);
    if (partitions == null || partitions.isEmpty()) {
      throw new IllegalStateException(
          "topic " + topic + " is missing, or this worker may not describe it");
    }
    return partitions.size();
  }

  private static List<PartitionInfo> describe(Consumer<byte[], byte[]> consumer, String topic) {
    try {
      return consumer.partitionsFor(topic, WAIT);
    } catch (TimeoutException silent) {
      throw new TimeoutException(
          "Kafka did not answer within "
              + WAIT.toSeconds()
              + " s when asked for topic "
              + topic
              + "; are the bootstrap servers right and reachable?",
          silent);
    }
  }
}
