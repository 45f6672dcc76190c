package io.onefold.processor.log;

import io.onefold.operation.Origin;
import io.onefold.schema.Cause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** What comes to a topic under one key from a moment on; to be closed by whoever asked. */
final class KafkaTail implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int MOST_RECORDS = 2000;

  private final Consumer<String, byte[]> consumer;
  private final String key;

  private KafkaTail(Consumer<String, byte[]> consumer, String key) {
    this.consumer = consumer;
    this.key = key;
  }

  /**
   * From now on.
   *
   * @throws LogUnavailableException if the topic cannot be read
   */
  static KafkaTail atEnd(KafkaClients clients, String topic, String key) {
    Consumer<String, byte[]> consumer = clients.consumer(MOST_RECORDS);
    try {
      TopicPartition partition = assign(consumer, topic, key);
      consumer.seekToEnd(List.of(partition));
      // Seeking is lazy; asking for the position fixes the end as it is now.
      long end = consumer.position(partition);
      consumer.seek(partition, end);
      return new KafkaTail(consumer, key);
    } catch (KafkaException e) {
      consumer.close();
      throw new LogUnavailableException("topic " + topic + " cannot be read", e);
    } catch (RuntimeException e) {
      consumer.close();
      throw e;
    }
  }

  /** Assigns the partition that a key belongs to. */
  static TopicPartition assign(Consumer<String, byte[]> consumer, String topic, String key) {
    int partitions = consumer.partitionsFor(topic).size();
    TopicPartition partition = new TopicPartition(topic, KafkaClients.partitionOf(key, partitions));
    consumer.assign(List.of(partition));
    return partition;
  }

  /** The first value that is wanted; empty if none came in time. */
  <T> Optional<T> first(Function<byte[], Optional<T>> wanted, Duration atMost) {
    long giveUp = System.nanoTime() + atMost.toNanos();
    while (System.nanoTime() < giveUp) {
      for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
        Optional<T> found =
            key.equals(record.key()) ? wanted.apply(record.value()) : Optional.empty();
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  /** True if a recorded cause is this one. */
  static boolean is(Cause found, Origin cause) {
    return found.getSource().equals(cause.source())
        && found.getPartition() == cause.partition()
        && found.getOffset() == cause.offset();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
