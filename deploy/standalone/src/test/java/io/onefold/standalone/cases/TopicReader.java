package io.onefold.standalone.cases;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads a topic from its beginning, as anybody could: only what is committed. */
final class TopicReader {
  private TopicReader() {}

  /** All records that the topic holds now. */
  static List<ConsumerRecord<byte[], byte[]>> all(RunningOnefold onefold, String topic) {
    return all(onefold.bootstrapServers(), topic);
  }

  /** The records about an operation that the topic holds now, in their order. */
  static List<ConsumerRecord<byte[], byte[]>> of(
      String bootstrapServers, String topic, String operation) {
    byte[] key = operation.getBytes(StandardCharsets.UTF_8);
    return all(bootstrapServers, topic).stream()
        .filter(record -> Arrays.equals(key, record.key()))
        .toList();
  }

  /** All records that the topic holds now at these brokers. */
  static List<ConsumerRecord<byte[], byte[]>> all(String bootstrapServers, String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "isolation.level",
                "read_committed",
                "auto.offset.reset",
                "earliest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      Collection<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      Predicate<TopicPartition> readUp =
          partition -> consumer.position(partition) >= ends.getOrDefault(partition, 0L);
      while (!partitions.stream().allMatch(readUp)) {
        consumer.poll(Duration.ofMillis(200)).forEach(records::add);
      }
    }
    return records;
  }
}
