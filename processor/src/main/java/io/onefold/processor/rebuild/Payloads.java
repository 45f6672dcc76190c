package io.onefold.processor.rebuild;

import io.onefold.codec.SnapshotCodec;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Known;
import io.onefold.processor.rebuild.FoldStore.Space;
import io.onefold.schema.Intent;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.SealedPayload;
import io.onefold.topology.LogReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds the payloads of one partition's open operations. They are in the intents alone, which may
 * lie at other offsets in a mirror, so they are known by their hashes.
 */
final class Payloads {
  /** As many operations are named of those whose payload is missing. */
  private static final int NAMED = 10;

  private final FoldStore store;
  private final String topic;
  private final int partition;
  private final LogReader log;
  private final LedgerRecords<Intent> intents;

  Payloads(FoldStore store, String topic, int partition, SchemaIds ids, LogReader log) {
    this.store = store;
    this.topic = topic;
    this.partition = partition;
    this.log = log;
    this.intents = new LedgerRecords<>(Intent.class, ids);
  }

  /**
   * Puts them into the store.
   *
   * @return the first of the operations whose payload is nowhere
   */
  List<String> find() {
    long[] left = {forgetEnded()};
    if (left[0] > 0) {
      TopicPartition from = new TopicPartition(topic, partition);
      log.read(
          from,
          log.first(from),
          log.end(from),
          record -> {
            if (record.key() != null
                && store.get(Space.WITHOUT_PAYLOAD, partition, record.key()).isPresent()
                && fill(record)) {
              store.delete(Space.WITHOUT_PAYLOAD, partition, record.key());
              left[0]--;
            }
            return left[0] > 0;
          });
    }
    List<String> missing = new ArrayList<>();
    store.all(
        Space.WITHOUT_PAYLOAD,
        partition,
        (key, nothing) -> {
          missing.add(new String(key, StandardCharsets.UTF_8));
          return missing.size() < NAMED;
        });
    return missing;
  }

  /** Many have ended since they were written down; how many remain. */
  private long forgetEnded() {
    long[] remain = {0};
    store.all(
        Space.WITHOUT_PAYLOAD,
        partition,
        (key, nothing) -> {
          if (stored(key).lacksPayload()) {
            remain[0]++;
          } else {
            store.delete(Space.WITHOUT_PAYLOAD, partition, key);
          }
          return true;
        });
    return remain[0];
  }

  private StoredOperation stored(byte[] key) {
    return store
        .get(Space.OPERATIONS, partition, key)
        .map(SnapshotCodec::decode)
        .orElseThrow(() -> new IllegalStateException("an operation was lost while folding"));
  }

  private boolean fill(ConsumerRecord<byte[], byte[]> record) {
    return intents.read(record).filter(avro -> fill(record.key(), avro)).isPresent();
  }

  private boolean fill(byte[] key, Intent avro) {
    byte[] payload = new byte[avro.getPayload().remaining()];
    avro.getPayload().duplicate().get(payload);
    StoredOperation without = stored(key);
    if (!(without.state() instanceof Known known)
        || without.state() instanceof Final
        || !known
            .operation()
            .intent()
            .payloadHash()
            .equals(SealedPayload.hashOf(payload).value())) {
      return false;
    }
    byte[] filled = SnapshotCodec.withPayload(SnapshotCodec.encode(without), payload);
    store.put(Space.OPERATIONS, partition, key, filled);
    return true;
  }
}
