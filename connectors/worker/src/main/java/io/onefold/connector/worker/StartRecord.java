package io.onefold.connector.worker;

import io.onefold.schema.ProviderEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.Serializer;

/** Writes a WorkerStarted to every partition, so that every ledger task learns of it. */
final class StartRecord {
  /** Longest wait for the log to take it. */
  static final Duration WAIT = Duration.ofSeconds(60);

  private StartRecord() {}

  /**
   * Writes the event and waits until each partition has it.
   *
   * @param partitions number of partitions of the topic
   * @throws KafkaException if a partition did not take it in time
   */
  static void write(
      Producer<byte[], byte[]> producer,
      Serializer<ProviderEvent> serializer,
      String topic,
      int partitions,
      ProviderEvent event)
      throws InterruptedException {
    byte[] key = event.getWorkerId().getBytes(StandardCharsets.UTF_8);
    byte[] value = serializer.serialize(topic, event);
    List<Future<RecordMetadata>> written = new ArrayList<>();
    for (int partition = 0; partition < partitions; partition++) {
      written.add(producer.send(new ProducerRecord<>(topic, partition, key, value)));
    }
    long deadline = System.nanoTime() + WAIT.toNanos();
    for (int partition = 0; partition < partitions; partition++) {
      await(written.get(partition), deadline, topic, partition);
    }
  }

  private static void await(
      Future<RecordMetadata> written, long deadline, String topic, int partition)
      throws InterruptedException {
    try {
      written.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException failure) {
      throw new KafkaException(
          "partition "
              + partition
              + " of "
              + topic
              + " did not take the worker's start record within "
              + WAIT.toSeconds()
              + " s",
          failure instanceof ExecutionException ? failure.getCause() : failure);
    }
  }
}
