package io.onefold.guarantee;

import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What a run has left in the topics of its cluster. Everything is read from the beginning, so the
 * topics must still hold all: of a topic that was shortened, what is missing looks like what never
 * was. Memory is one page, a few megabytes, whatever the length of the topics.
 */
public final class RunTopics {
  private static final Duration POLL = Duration.ofMillis(200);

  private final Map<String, Object> client;
  private final Topics topics;
  private final SchemaIds ids;

  /**
   * The topics of a cluster.
   *
   * @param client how Kafka clients connect: {@code bootstrap.servers}, and what else that needs
   */
  public RunTopics(Map<String, ?> client, Topics topics, SchemaIds ids) {
    this.client = new HashMap<>(client);
    this.client.put("isolation.level", "read_committed");
    this.client.put("enable.auto.commit", "false");
    this.client.put("auto.offset.reset", "earliest");
    this.client.put("max.poll.records", "500");
    this.client.put("fetch.max.bytes", Integer.toString(4 << 20));
    this.topics = topics;
    this.ids = ids;
  }

  /**
   * Shows all that is committed now, topic by topic: what came in first, the journal last, so that
   * an input is not missed that was recorded meanwhile. Records of the input topics that mean
   * nothing to a ledger are left out: they change nothing and lie in the dead letters.
   *
   * @throws org.apache.kafka.common.KafkaException if the cluster cannot be read
   * @throws IllegalStateException if a record that the ledger wrote cannot be decoded
   */
  public void readTo(Consumer<Seen> observer) {
    readTo(observer, record -> true);
  }

  /**
   * The same without some records, such as those that an attacker has written and the ledger has
   * not.
   *
   * @param counts false for a record that is to be left out
   */
  public void readTo(Consumer<Seen> observer, Predicate<ConsumerRecord<byte[], byte[]>> counts) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      for (String topic : ours(consumer.listTopics().keySet())) {
        read(consumer, topic, observer, counts);
      }
    }
  }

  private List<String> ours(Collection<String> all) {
    List<String> inputs = topics.inputs();
    return all.stream()
        .filter(topic -> topics.messageOf(topic).isPresent())
        // These tell of no operation.
        .filter(topic -> !topic.equals(topics.checkpoints()))
        .filter(topic -> !topic.equals(topics.payloadKeys()))
        .sorted(
            Comparator.comparing((String topic) -> topic.equals(topics.journal()))
                .thenComparing(topic -> !inputs.contains(topic))
                .thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  private void read(
      KafkaConsumer<byte[], byte[]> consumer,
      String topic,
      Consumer<Seen> observer,
      Predicate<ConsumerRecord<byte[], byte[]>> counts) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    RecordReader reader = new RecordReader(topics, topic, partitions.size(), ids);
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.getOrDefault(p, 0L))) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        if (counts.test(record)) {
          reader.read(record).ifPresent(observer);
        }
      }
    }
  }
}
