package io.onefold.standalone.cases;

import io.onefold.schema.TopicSpec;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry.ConfigSource;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Copies what is committed in the topics of one cluster to another, as a mirror does: partitions,
 * keys, values, headers and times stay, offsets need not, because the marks of transactions do not
 * go along.
 */
final class Mirror {
  private static final long PATIENCE_SECONDS = 30;

  private final Installation from;
  private final Installation to;

  Mirror(Installation from, Installation to) {
    this.from = from;
    this.to = to;
  }

  /** Copies a topic with its settings. */
  void copy(String topic) throws Exception {
    copy(topic, count -> count);
  }

  /**
   * Copies the beginning of each partition of a topic.
   *
   * @param most how many records of so many
   */
  void copy(String topic, LongUnaryOperator most) throws Exception {
    Map<Integer, List<ConsumerRecord<byte[], byte[]>>> records =
        TopicReader.all(from.bootstrapServers(), topic).stream()
            .collect(Collectors.groupingBy(ConsumerRecord::partition));
    create(topic);
    try (KafkaProducer<byte[], byte[]> producer = producer(to)) {
      for (List<ConsumerRecord<byte[], byte[]>> partition : records.values()) {
        long many = most.applyAsLong(partition.size());
        for (ConsumerRecord<byte[], byte[]> record : partition.subList(0, (int) many)) {
          var unused =
              producer.send(
                  new ProducerRecord<>(
                      topic,
                      record.partition(),
                      record.timestamp(),
                      record.key(),
                      record.value(),
                      record.headers()));
        }
      }
    }
  }

  private void create(String topic) throws Exception {
    try (Admin source = admin(from);
        Admin target = admin(to)) {
      int partitions =
          source
              .describeTopics(List.of(topic))
              .allTopicNames()
              .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
              .get(topic)
              .partitions()
              .size();
      var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
      Map<String, String> settings = new HashMap<>();
      source
          .describeConfigs(List.of(resource))
          .all()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
          .get(resource)
          .entries()
          .stream()
          .filter(entry -> entry.source() == ConfigSource.DYNAMIC_TOPIC_CONFIG)
          .forEach(entry -> settings.put(entry.name(), entry.value()));
      target
          .createTopics(List.of(new NewTopic(topic, partitions, (short) 1).configs(settings)))
          .all()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Copies the positions of the ledger's group, each too old. */
  void copyPositions(LongUnaryOperator older) throws Exception {
    try (Admin source = admin(from);
        Admin target = admin(to)) {
      Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
      source
          .listConsumerGroupOffsets(from.applicationId())
          .partitionsToOffsetAndMetadata()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
          .forEach(
              (partition, position) ->
                  positions.put(
                      partition, new OffsetAndMetadata(older.applyAsLong(position.offset()))));
      target
          .alterConsumerGroupOffsets(to.applicationId(), positions)
          .all()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Gives topics more partitions, as an operator could. */
  static void growTo(Installation at, int partitions, Collection<TopicSpec> topics)
      throws Exception {
    try (Admin admin = admin(at)) {
      Map<String, NewPartitions> more = new HashMap<>();
      topics.stream()
          .filter(TopicSpec::samePartitions)
          .forEach(topic -> more.put(topic.name(), NewPartitions.increaseTo(partitions)));
      admin.createPartitions(more).all().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Writes one record, as anybody could. */
  static void write(Installation at, String topic, int partition, String key, String value)
      throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = producer(at)) {
      producer
          .send(
              new ProducerRecord<>(
                  topic,
                  partition,
                  key.getBytes(StandardCharsets.UTF_8),
                  value.getBytes(StandardCharsets.UTF_8)))
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  private static Admin admin(Installation at) {
    return Admin.create(Map.of("bootstrap.servers", at.bootstrapServers()));
  }

  private static KafkaProducer<byte[], byte[]> producer(Installation at) {
    // A new topic refuses at first: with one request at a time nothing overtakes what is repeated.
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            at.bootstrapServers(),
            "max.request.size",
            4 << 20,
            "max.in.flight.requests.per.connection",
            1),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }
}
