package io.onefold.topology;

import io.onefold.schema.ClientKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads committed records of partitions, outside of every group. Not thread-safe. Every call throws
 * {@link StartRefusedException} if the cluster does not answer.
 */
public final class LogReader implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final long LOOK_AGAIN_MS = 50;

  /** Records looked at first when the newest is looked for, and how much more each time after. */
  private static final long FIRST_STEP = 64;

  private static final int STEPS_GROW_BY = 16;
  private static final int MOST_AT_ONCE = 5_000;

  private final Admin admin;
  private final KafkaConsumer<byte[], byte[]> consumer;

  /** A reader of this cluster. */
  public LogReader(LedgerSettings.Cluster cluster) {
    Map<String, Object> config = cluster.settings(ClientKind.CONSUMER);
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST_AT_ONCE);
    config.remove(ConsumerConfig.GROUP_ID_CONFIG);
    this.admin = Admin.create(cluster.settings(ClientKind.ADMIN));
    this.consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** Offset of the oldest record of a partition that is still there. */
  public long first(TopicPartition partition) {
    return offset(partition, OffsetSpec.earliest());
  }

  /**
   * Offset after the newest record. Waits for transactions that are still open: what they hold
   * counts or does not once they have ended.
   */
  public long end(TopicPartition partition) {
    long end = offset(partition, OffsetSpec.latest());
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    while (committedEnd(partition) < end) {
      if (System.nanoTime() > giveUp) {
        throw new StartRefusedException(
            "a transaction in %s has been open for more than %d s; find its producer with kafka-transactions, end it, and start again"
                .formatted(partition, PATIENCE.toSeconds()));
      }
      pause();
    }
    return end;
  }

  /** Offset before which no transaction is open. */
  long committedEnd(TopicPartition partition) {
    return consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartRefusedException("interrupted while the log was read", e);
    }
  }

  private long offset(TopicPartition partition, OffsetSpec spec) {
    try {
      Map<TopicPartition, ListOffsetsResultInfo> found =
          admin
              .listOffsets(Map.of(partition, spec))
              .all()
              .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      ListOffsetsResultInfo info = found.get(partition);
      return info == null ? 0 : info.offset();
    } catch (ExecutionException | TimeoutException e) {
      throw new StartRefusedException(
          "Kafka does not tell what %s holds: %s".formatted(partition, e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartRefusedException("interrupted while the log was read", e);
    }
  }

  /** The newest record before an offset; empty if there is none. */
  public Optional<ConsumerRecord<byte[], byte[]>> lastBefore(
      TopicPartition partition, long offset) {
    long first = first(partition);
    long to = offset;
    for (long step = FIRST_STEP; to > first; step *= STEPS_GROW_BY) {
      long from = Math.max(first, to - step);
      Newest newest = new Newest();
      read(partition, from, to, newest);
      if (newest.record.isPresent()) {
        return newest.record;
      }
      to = from;
    }
    return Optional.empty();
  }

  private static final class Newest implements Predicate<ConsumerRecord<byte[], byte[]>> {
    private Optional<ConsumerRecord<byte[], byte[]>> record = Optional.empty();

    @Override
    public boolean test(ConsumerRecord<byte[], byte[]> next) {
      record = Optional.of(next);
      return true;
    }
  }

  /**
   * Shows the committed records from an offset up to, not including, another one, in order.
   *
   * @param to at most the partition's {@link #end}
   * @param goOn returns false to stop
   */
  public void read(
      TopicPartition partition,
      long from,
      long to,
      Predicate<ConsumerRecord<byte[], byte[]>> goOn) {
    try {
      consumer.assign(List.of(partition));
      consumer.seek(partition, from);
      long giveUp = System.nanoTime() + PATIENCE.toNanos();
      for (long at = from; at < to; ) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          if (record.offset() >= to || !goOn.test(record)) {
            return;
          }
        }
        long now = consumer.position(partition);
        if (now > at) {
          giveUp = System.nanoTime() + PATIENCE.toNanos();
        } else if (System.nanoTime() > giveUp) {
          throw new StartRefusedException(
              "Kafka has sent nothing of %s at offset %d for %d s"
                  .formatted(partition, at, PATIENCE.toSeconds()));
        }
        at = now;
      }
    } catch (KafkaException e) {
      throw new StartRefusedException("%s cannot be read: %s".formatted(partition, e), e);
    }
  }

  @Override
  public void close() {
    consumer.close();
    admin.close();
  }
}
