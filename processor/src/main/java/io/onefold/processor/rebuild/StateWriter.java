package io.onefold.processor.rebuild;

import io.onefold.codec.DestinationSnapshotCodec;
import io.onefold.codec.HeadSnapshotCodec;
import io.onefold.codec.SnapshotCodec;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.processor.rebuild.FoldStore.Space;
import io.onefold.processor.rebuild.PartitionFold.Folded;
import io.onefold.schema.ClientKind;
import io.onefold.topology.Marks;
import io.onefold.topology.StartRefusedException;
import io.onefold.topology.Stores;
import io.onefold.topology.TimerIndex;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Writes derived state to the topics that the stores are restored from. What was there stays below
 * it: each entry is written anew, so that it does not matter how far a store on disk had come. From
 * {@link #begin} to {@link #end} no ledger starts on it.
 *
 * <p>Writes in transactions of one name: a rebuild that was stalled, or is on its way elsewhere,
 * cannot write any more once another one has begun. Otherwise it would lay old entries over those
 * of a ledger that runs again.
 */
final class StateWriter implements AutoCloseable {
  private static final int BATCH_BYTES = 256 << 10;
  private static final int MOST_BYTES = 4 << 20;
  private static final byte[] NOTHING = new byte[0];

  /** Bytes in one transaction: many of them take long, many transactions take longer. */
  private static final long TRANSACTION_BYTES = 8 << 20;

  /** A rebuild that was killed holds up who reads behind it for so long at most. */
  private static final int TRANSACTION_TIMEOUT_MS = 30_000;

  private final String applicationId;
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
  private long uncommitted;

  StateWriter(RebuildSettings settings) {
    applicationId = settings.applicationId();
    Map<String, Object> config = settings.cluster().settings(ClientKind.PRODUCER);
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    // The ledger's rights are for names that begin so.
    config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, applicationId + "-rebuild");
    config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_TIMEOUT_MS);
    // A topic that was just made refuses at first: what follows must not overtake what is repeated.
    config.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    config.put(ProducerConfig.LINGER_MS_CONFIG, 20);
    config.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MOST_BYTES);
    producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /**
   * From now on a ledger that begins with any of these partitions refuses, and no earlier rebuild
   * writes any more.
   */
  void begin(int partitions, Instant at) {
    attempt(producer::initTransactions);
    for (int p = 0; p < partitions; p++) {
      send(Stores.MARKS, p, Stores.REBUILDING_KEY, at.toString().getBytes(StandardCharsets.UTF_8));
    }
    commit();
  }

  /** Writes all of a partition but its marks. */
  void write(FoldStore store, Folded folded, LongConsumer progress) {
    store.all(
        Space.OPERATIONS,
        folded.partition(),
        (key, value) -> {
          StoredOperation stored = SnapshotCodec.decode(value);
          send(Stores.OPERATIONS, folded.partition(), key, value);
          TimerIndex.keyOf(stored)
              .map(Bytes::get)
              .ifPresent(timer -> send(Stores.TIMERS, folded.partition(), timer, NOTHING));
          if (uncommitted > TRANSACTION_BYTES) {
            commit();
          }
          progress.accept(1);
          return failure.get() == null;
        });
    folded
        .lives()
        .forEach(
            (worker, life) ->
                send(
                    Stores.WORKERS,
                    folded.partition(),
                    worker,
                    ByteBuffer.allocate(Long.BYTES).putLong(life).array()));
    folded
        .destinations()
        .forEach(
            d ->
                send(
                    Stores.DESTINATIONS,
                    folded.partition(),
                    d.name(),
                    DestinationSnapshotCodec.encode(d)));
    if (folded.counted().head().events() > 0) {
      send(
          Stores.HEADS,
          folded.partition(),
          ByteBuffer.allocate(Integer.BYTES).putInt(folded.partition()).array(),
          HeadSnapshotCodec.encode(folded.counted()));
    }
    commit();
  }

  static boolean isOpen(StoredOperation stored) {
    return switch (stored.state()) {
      case Absent absent -> false;
      case Forgotten forgotten -> false;
      case Final end -> false;
      default -> true;
    };
  }

  /** The partition is whole: a ledger may go on with it. */
  void end(Folded folded) {
    Marks marks = new Marks();
    folded.head().ifPresent(marks::wrote);
    folded.positions().forEach((topic, position) -> marks.read(topic, position.before()));
    send(Stores.MARKS, folded.partition(), Stores.MARKS_KEY, marks.encode());
    send(Stores.MARKS, folded.partition(), Stores.REBUILDING_KEY, null);
    commit();
  }

  private void send(String store, int partition, String key, byte @Nullable [] value) {
    send(store, partition, key.getBytes(StandardCharsets.UTF_8), value);
  }

  private void send(String store, int partition, byte[] key, byte @Nullable [] value) {
    String topic = Stores.changelog(applicationId, store);
    if (uncommitted == 0) {
      // Only now: a producer that is closed with an empty transaction waits until that times out.
      attempt(producer::beginTransaction);
    }
    uncommitted += key.length + (value == null ? 0 : value.length);
    // What cannot be written is told by the next commit.
    attempt(
        () -> {
          var unused =
              producer.send(
                  new ProducerRecord<>(topic, partition, key, value),
                  (done, e) -> {
                    if (e != null) {
                      failure.compareAndSet(null, e);
                    }
                  });
        });
  }

  private void commit() {
    if (uncommitted > 0) {
      attempt(producer::commitTransaction);
      uncommitted = 0;
    }
  }

  private void attempt(Runnable step) {
    try {
      step.run();
    } catch (KafkaException e) {
      // The first one says why: those that follow say that it failed.
      failure.compareAndSet(null, e);
    }
    Exception failed = failure.get();
    if (failed instanceof ProducerFencedException
        || failed instanceof InvalidProducerEpochException) {
      throw new StartRefusedException(
          "another rebuild of %s has begun since, and only the one that began last may write; or Kafka took longer than %d s for one transaction; no ledger starts on a state that is not whole; run the rebuild again if no other one does"
              .formatted(applicationId, TRANSACTION_TIMEOUT_MS / 1000),
          failed);
    }
    if (failed != null) {
      throw new StartRefusedException(
          "the state cannot be written to Kafka: %s; it is not whole, and no ledger starts on it; run the rebuild again"
              .formatted(failed.getMessage()),
          failed);
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
