package io.onefold.schema.sealing;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.ClientKind;
import io.onefold.schema.PayloadKey;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** The topic of the keys in Kafka. Only {@link #append} may be called by several threads. */
final class KafkaKeyTopic implements KeyTopic {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CLOSE = Duration.ofSeconds(2);

  private final Map<String, ?> client;
  private final String topic;
  private final AvroSerde<PayloadKey> serde;
  private final KafkaConsumer<byte[], byte[]> news;
  private final List<TopicPartition> partitions = new ArrayList<>();
  private @Nullable KafkaProducer<String, byte[]> producer;

  KafkaKeyTopic(Map<String, ?> client, String topic, SchemaIds ids) {
    this.client = client;
    this.topic = topic;
    this.serde = AvroSerde.of(PayloadKey.class, ids);
    this.news = consumer();
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    Map<String, Object> config = new HashMap<>(ClientKind.CONSUMER.settings(client));
    config.remove("group.id");
    config.put("enable.auto.commit", "false");
    config.put("auto.offset.reset", "earliest");
    config.put("allow.auto.create.topics", "false");
    config.put("default.api.timeout.ms", Long.toString(PATIENCE.toMillis()));
    config.put("request.timeout.ms", "5000");
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  @Override
  public void readNew(Consumer<PayloadKey> sink) {
    try {
      if (partitions.isEmpty()) {
        partitions.addAll(partitions(news));
        news.assign(partitions);
      }
      readToEnd(news, partitions, sink);
    } catch (KafkaException e) {
      throw unavailable("read", e);
    }
  }

  @Override
  public void readAll(String operationId, Consumer<PayloadKey> sink) {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      byte[] key = operationId.getBytes(StandardCharsets.UTF_8);
      int count = partitions(consumer).size();
      List<TopicPartition> one = List.of(new TopicPartition(topic, Topics.partitionOf(key, count)));
      consumer.assign(one);
      readToEnd(
          consumer,
          one,
          record -> {
            if (record.getOperationId().equals(operationId)) {
              sink.accept(record);
            }
          });
    } catch (KafkaException e) {
      throw unavailable("read", e);
    }
  }

  private List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer) {
    List<PartitionInfo> found = consumer.partitionsFor(topic, PATIENCE);
    if (found == null || found.isEmpty()) {
      throw new SealingException(
          SealingException.Kind.UNAVAILABLE,
          "topic %s does not exist; create it with: onefold topics create".formatted(topic));
    }
    return found.stream().map(info -> new TopicPartition(topic, info.partition())).toList();
  }

  private void readToEnd(
      KafkaConsumer<byte[], byte[]> consumer,
      Collection<TopicPartition> from,
      Consumer<PayloadKey> sink) {
    Map<TopicPartition, Long> ends = consumer.endOffsets(from);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
      ConsumerRecords<byte[], byte[]> batch = consumer.poll(POLL);
      if (!batch.isEmpty()) {
        handOn(consumer, batch, sink);
        deadline = System.nanoTime() + PATIENCE.toNanos();
      } else if (System.nanoTime() > deadline) {
        throw new SealingException(
            SealingException.Kind.UNAVAILABLE,
            "topic %s could not be read to its end within %d s"
                .formatted(topic, PATIENCE.toSeconds()));
      }
    }
  }

  /** What was not handed on is read again: a key that is passed over would be lost. */
  private void handOn(
      KafkaConsumer<byte[], byte[]> consumer,
      ConsumerRecords<byte[], byte[]> batch,
      Consumer<PayloadKey> sink) {
    Map<TopicPartition, Long> next = new HashMap<>();
    batch.partitions().forEach(p -> next.put(p, batch.records(p).get(0).offset()));
    try {
      for (ConsumerRecord<byte[], byte[]> record : batch) {
        read(record, sink);
        next.put(new TopicPartition(topic, record.partition()), record.offset() + 1);
      }
    } catch (RuntimeException e) {
      next.forEach(consumer::seek);
      throw e;
    }
  }

  private void read(ConsumerRecord<byte[], byte[]> record, Consumer<PayloadKey> sink) {
    if (record.value() == null) {
      return;
    }
    try {
      sink.accept(serde.deserializer().deserialize(topic, record.value()));
    } catch (SerializationException e) {
      // What cannot be read holds no key, and must not keep others from being found.
    }
  }

  @Override
  public void append(PayloadKey record) {
    byte[] value = serde.serializer().serialize(topic, record);
    try {
      var unused =
          producer()
              .send(new ProducerRecord<>(topic, record.getOperationId(), value))
              .get(2 * PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      throw unavailable("written to", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable("written to", e);
    }
  }

  private synchronized KafkaProducer<String, byte[]> producer() {
    if (producer == null) {
      Map<String, Object> config = new HashMap<>(ClientKind.PRODUCER.settings(client));
      config.remove("transactional.id");
      config.remove("partitioner.class");
      config.put("partitioner.ignore.keys", "false");
      config.put("acks", "all");
      config.put("enable.idempotence", "true");
      config.put("linger.ms", "0");
      config.put("request.timeout.ms", "4000");
      config.put("delivery.timeout.ms", Long.toString(PATIENCE.toMillis()));
      config.put("max.block.ms", Long.toString(PATIENCE.toMillis()));
      producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
    }
    return producer;
  }

  private SealingException unavailable(String done, Exception cause) {
    Throwable root = cause.getCause() == null ? cause : cause.getCause();
    return new SealingException(
        SealingException.Kind.UNAVAILABLE,
        "topic %s cannot be %s now: %s".formatted(topic, done, root),
        cause);
  }

  @Override
  public synchronized void close() {
    if (producer != null) {
      producer.close(CLOSE);
    }
    news.close(CloseOptions.timeout(CLOSE));
  }
}
