package io.onefold.processor.log;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.Receipt;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** The receipts in Kafka. */
public final class KafkaReceipts implements Receipts {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration FOLLOW_POLL = Duration.ofSeconds(1);
  private static final int MOST_RECORDS = 500;
  private static final long SLACK_MS = 1000;

  private final KafkaClients clients;
  private final String topic;
  private final AvroSerde<Receipt> serde;

  /** Reads the receipts of these topics. */
  public KafkaReceipts(KafkaClients clients, Topics topics, SchemaIds ids) {
    this.clients = clients;
    this.topic = topics.receipts();
    this.serde = AvroSerde.of(Receipt.class, ids);
  }

  @Override
  public Page read(LogPosition from, int limit) {
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    try (Consumer<String, byte[]> consumer = clients.consumer(MOST_RECORDS)) {
      List<TopicPartition> partitions = assign(consumer, from);
      Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions));
      ReceiptMerge merge = new ReceiptMerge(limit);
      ends.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
      while (!ends.isEmpty()) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
          merge.add(record);
        }
        ends.entrySet()
            .removeIf(
                end ->
                    consumer.position(end.getKey()) >= end.getValue()
                        || merge.hasEnoughOf(end.getKey().partition()));
        consumer.pause(
            partitions.stream().filter(partition -> !ends.containsKey(partition)).toList());
        if (System.nanoTime() > giveUp) {
          throw new LogUnavailableException(
              "topic %s could not be read within %d s".formatted(topic, PATIENCE.toSeconds()));
        }
      }
      return merge.page(from, value -> serde.deserializer().deserialize(topic, value));
    } catch (KafkaException e) {
      throw new LogUnavailableException("topic " + topic + " cannot be read", e);
    }
  }

  private static boolean isBehind(
      Consumer<String, byte[]> consumer, Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue());
  }

  private List<TopicPartition> assign(Consumer<String, byte[]> consumer, LogPosition from) {
    List<TopicPartition> partitions = partitions(consumer);
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    for (TopicPartition partition : partitions) {
      Long offset = from.offsets().get(partition.partition());
      if (offset != null) {
        consumer.seek(partition, offset);
      }
    }
    return partitions;
  }

  private List<TopicPartition> partitions(Consumer<String, byte[]> consumer) {
    return consumer.partitionsFor(topic).stream()
        .map(info -> new TopicPartition(topic, info.partition()))
        .toList();
  }

  @Override
  public LogPosition beginning() {
    return new LogPosition(Map.of());
  }

  @Override
  public LogPosition since(Instant time) {
    try (Consumer<String, byte[]> consumer = clients.consumer(1)) {
      List<TopicPartition> partitions = partitions(consumer);
      Map<TopicPartition, Long> times = new HashMap<>();
      partitions.forEach(p -> times.put(p, Math.max(0, time.toEpochMilli() - SLACK_MS)));
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      Map<Integer, Long> offsets = new HashMap<>();
      consumer
          .offsetsForTimes(times)
          .forEach(
              (partition, found) ->
                  offsets.put(
                      partition.partition(),
                      found == null ? ends.get(partition) : Long.valueOf(found.offset())));
      return new LogPosition(offsets);
    } catch (KafkaException e) {
      throw new LogUnavailableException("topic " + topic + " cannot be read", e);
    }
  }

  @Override
  public Optional<Receipt> find(String operationId, Instant endedAt) {
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    LogPosition from = since(endedAt);
    try (Consumer<String, byte[]> consumer = clients.consumer(MOST_RECORDS)) {
      int partition = KafkaClients.partitionOf(operationId, partitions(consumer).size());
      TopicPartition only = new TopicPartition(topic, partition);
      consumer.assign(List.of(only));
      consumer.seek(only, from.offsets().getOrDefault(partition, 0L));
      Map<TopicPartition, Long> end = consumer.endOffsets(List.of(only));
      while (isBehind(consumer, end)) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
          if (operationId.equals(record.key())) {
            return Optional.of(serde.deserializer().deserialize(topic, record.value()));
          }
        }
        if (System.nanoTime() > giveUp) {
          throw new LogUnavailableException(
              "the receipt of operation '%s' was not found within %d s"
                  .formatted(operationId, PATIENCE.toSeconds()));
        }
      }
      return Optional.empty();
    } catch (KafkaException e) {
      throw new LogUnavailableException("topic " + topic + " cannot be read", e);
    }
  }

  @Override
  public Follower follow(LogPosition from) {
    Consumer<String, byte[]> consumer = clients.consumer(MOST_RECORDS);
    try {
      assign(consumer, from);
    } catch (KafkaException e) {
      consumer.close();
      throw new LogUnavailableException("topic " + topic + " cannot be read", e);
    }
    return new Follower() {
      @Override
      public List<Receipt> next() {
        List<Receipt> receipts = new ArrayList<>();
        consumer
            .poll(FOLLOW_POLL)
            .forEach(
                record -> receipts.add(serde.deserializer().deserialize(topic, record.value())));
        receipts.sort(Comparator.comparingLong(Receipt::getIssuedAtMs));
        return receipts;
      }

      @Override
      public void close() {
        consumer.close();
      }
    };
  }
}
