package io.onefold.crash;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Follows topics from their first record, committed records only, in a thread of its own. */
final class Follower implements AutoCloseable {
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Consumer<ConsumerRecord<byte[], byte[]>> reader;
  private final Thread thread;
  private volatile boolean closing;

  /**
   * Begins to follow.
   *
   * @param reader gets every record, one after the other
   */
  Follower(String bootstrap, List<String> topics, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
    this.reader = reader;
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrap,
                "isolation.level",
                "read_committed",
                "auto.offset.reset",
                "earliest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    Collection<TopicPartition> all =
        topics.stream()
            .flatMap(topic -> consumer.partitionsFor(topic).stream())
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(all);
    thread = Thread.ofPlatform().daemon().name("follower").start(this::follow);
  }

  private void follow() {
    try (consumer) {
      while (!closing) {
        consumer.poll(Duration.ofMillis(200)).forEach(reader);
      }
    }
  }

  @Override
  public void close() {
    closing = true;
    try {
      thread.join(Duration.ofSeconds(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
