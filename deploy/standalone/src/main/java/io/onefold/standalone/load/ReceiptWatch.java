package io.onefold.standalone.load;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.ClientKind;
import io.onefold.schema.Receipt;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/** Sees every receipt that comes from now on. */
final class ReceiptWatch implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);

  private final KafkaConsumer<String, Receipt> consumer;
  private final Thread thread;
  private volatile @Nullable RuntimeException failure;
  private final CountDownLatch ready = new CountDownLatch(1);

  /** Told of every receipt, with the time at which it was seen. */
  interface Sink {
    void receipt(String operationId, String outcome, long nanoTime);
  }

  private ReceiptWatch(KafkaConsumer<String, Receipt> consumer, String topic, Sink sink) {
    this.consumer = consumer;
    this.thread = Thread.ofPlatform().name("receipt-watch").start(() -> run(topic, sink));
  }

  /** Starts watching; returns once no later receipt can be missed. */
  static ReceiptWatch start(Map<String, String> kafka, Topics topics, Sink sink)
      throws InterruptedException {
    Map<String, Object> settings = ClientKind.CONSUMER.settings(kafka);
    settings.put("isolation.level", "read_committed");
    settings.put("enable.auto.commit", "false");
    settings.put("auto.offset.reset", "none");
    settings.put("fetch.max.wait.ms", "50");
    settings.put("max.poll.records", "5000");
    KafkaConsumer<String, Receipt> consumer =
        new KafkaConsumer<>(
            settings,
            new StringDeserializer(),
            AvroSerde.of(Receipt.class, SchemaIds.from(kafka)).deserializer());
    ReceiptWatch watch = new ReceiptWatch(consumer, topics.receipts(), sink);
    watch.ready.await();
    return watch;
  }

  /** Throws what keeps receipts from being seen, if anything does. */
  void throwIfFailed() {
    RuntimeException cause = failure;
    if (cause != null) {
      throw cause;
    }
  }

  private void run(String topic, Sink sink) {
    try (consumer) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToEnd(partitions);
      partitions.forEach(consumer::position);
      ready.countDown();
      while (true) {
        for (ConsumerRecord<String, Receipt> record : consumer.poll(POLL)) {
          sink.receipt(record.key(), record.value().getOutcome(), System.nanoTime());
        }
      }
    } catch (WakeupException e) {
      // Told to end.
    } catch (RuntimeException e) {
      failure = e;
    } finally {
      ready.countDown();
    }
  }

  @Override
  public void close() {
    consumer.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
