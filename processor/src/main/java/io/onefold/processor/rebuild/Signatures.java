package io.onefold.processor.rebuild;

import io.onefold.codec.ReceiptCodec;
import io.onefold.codec.SnapshotCodec;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationState.Final;
import io.onefold.processor.rebuild.FoldStore.Space;
import io.onefold.schema.Receipt;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.SignatureRecord;
import io.onefold.schema.Topics;
import io.onefold.topology.LogReader;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Gives operations that have ended the signatures of their receipts, which stand in no event. A
 * signature is taken only with a receipt that is otherwise, byte for byte, the one that follows
 * from the journal: what is signed there is what will be shown. Thread-safe.
 */
final class Signatures {
  private final FoldStore store;
  private final String topic;
  private final int partitions;
  private final LedgerRecords<Receipt> receipts;
  private final AtomicLong taken = new AtomicLong();

  /**
   * @param partitions number of partitions of the journal; the receipts may have another
   */
  Signatures(FoldStore store, String topic, int partitions, SchemaIds ids) {
    this.store = store;
    this.topic = topic;
    this.partitions = partitions;
    this.receipts = new LedgerRecords<>(Receipt.class, ids);
  }

  /** Takes those of one partition of the receipts. */
  void take(int partition, LogReader log, LongConsumer progress) {
    TopicPartition from = new TopicPartition(topic, partition);
    log.read(
        from,
        log.first(from),
        log.end(from),
        record -> {
          look(record);
          progress.accept(1);
          return true;
        });
  }

  private void look(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() != null) {
      receipts.read(record).ifPresent(published -> take(record.key(), published));
    }
  }

  private void take(byte[] key, Receipt published) {
    SignatureRecord signature = published.getSignature();
    if (signature == null) {
      return;
    }
    int home = Topics.partitionOf(key, partitions);
    Optional<StoredOperation> signed =
        store
            .get(Space.OPERATIONS, home, key)
            .map(SnapshotCodec::decode)
            .map(stored -> stored.signed(signature));
    if (signed.isPresent()
        && signed.get().state() instanceof Final end
        && ReceiptCodec.receipt(end, signed.get().receipt().orElseThrow()).equals(published)) {
      store.put(Space.OPERATIONS, home, key, SnapshotCodec.encode(signed.get()));
      taken.incrementAndGet();
    }
  }

  /** Number of receipts whose signature was taken. */
  long taken() {
    return taken.get();
  }
}
