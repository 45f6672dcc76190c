package io.onefold.topology;

import io.onefold.codec.DestinationSnapshotCodec;
import io.onefold.codec.HeadSnapshotCodec;
import io.onefold.codec.StoredDestination;
import io.onefold.codec.StoredHead;
import io.onefold.codec.StoredOperation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.RecordContext;
import org.apache.kafka.streams.processor.TopicNameExtractor;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The whole wiring: four input topics, one processor with its six stores, and one sink that sends
 * each record to the topic it names.
 */
final class OperationTopology {
  static final String INPUTS = "inputs";
  static final String LEDGER = "ledger";
  static final String OUTPUTS = "outputs";

  /**
   * Changelogs are the ledger's memory: compacted, never deleted by age or size. A state holds its
   * intent and what became of it, so it may be larger than any record that came in.
   */
  static final Map<String, String> CHANGELOG =
      Map.of(
          "cleanup.policy",
          "compact",
          "max.message.bytes",
          Integer.toString(StreamsConfiguration.MOST_BYTES));

  private OperationTopology() {}

  /** Without a look at the log when a task begins: for whoever has none. */
  static Topology build(LedgerParts parts) {
    return build(parts, (partition, store) -> {});
  }

  // The partitioner's one abstract method is to be removed, and Kafka 4.4 has no other to
  // implement.
  @SuppressWarnings("removal")
  static Topology build(LedgerParts parts, Continuity continuity) {
    Serializer<Outgoing> bytes = (topic, outgoing) -> outgoing.value();
    return new Topology()
        .addSource(
            INPUTS,
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer(),
            parts.topics().inputs().toArray(String[]::new))
        .addProcessor(LEDGER, new Supplier(parts, continuity), INPUTS)
        .addSink(
            OUTPUTS,
            new NamedTopic(),
            new ByteArraySerializer(),
            bytes,
            OperationTopology::partition,
            LEDGER);
  }

  /** Nothing: as Kafka's default partitioner has it. */
  private static Optional<Set<Integer>> partition(
      String topic, byte[] key, Outgoing outgoing, int partitions) {
    return outgoing.partition() == Outgoing.BY_KEY
        ? Optional.empty()
        : Optional.of(Set.of(outgoing.partition()));
  }

  /** Its text stands in the topology's description, which must not change from run to run. */
  private record NamedTopic() implements TopicNameExtractor<byte[], Outgoing> {
    @Override
    public String extract(byte[] key, Outgoing value, RecordContext context) {
      return value.topic();
    }
  }

  /** Makes one processor, with its stores, for each task. */
  record Supplier(LedgerParts parts, Continuity continuity)
      implements ProcessorSupplier<byte[], byte[], byte[], Outgoing> {
    @Override
    public Processor<byte[], byte[], byte[], Outgoing> get() {
      return new Deferred(parts, continuity);
    }

    /** In one order in every run: Kafka's description of the topology shows what it is. */
    @Override
    public Set<StoreBuilder<?>> stores() {
      return new LinkedHashSet<>(
          List.of(operations(), timers(), workers(), destinations(), heads(), marks()));
    }
  }

  /** Streams makes a processor before its stores exist; ours exists only with them. */
  private static final class Deferred implements Processor<byte[], byte[], byte[], Outgoing> {
    private final LedgerParts parts;
    private final Continuity continuity;
    private @Nullable OperationProcessor processor;

    Deferred(LedgerParts parts, Continuity continuity) {
      this.parts = parts;
      this.continuity = continuity;
    }

    @Override
    public void init(ProcessorContext<byte[], Outgoing> context) {
      processor = new OperationProcessor(parts, continuity, context);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
      if (processor == null) {
        throw new IllegalStateException("a record came before the task was initialised");
      }
      processor.process(record);
    }

    @Override
    public void close() {
      if (processor != null) {
        processor.close();
      }
    }
  }

  // Record caching stays off here: a state that only a cache holds would not be in the changelog
  // of the transaction in order.
  private static StoreBuilder<KeyValueStore<String, StoredOperation>> operations() {
    return org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
            org.apache.kafka.streams.state.Stores.persistentKeyValueStore(Stores.OPERATIONS),
            Serdes.String(),
            new StoredOperationSerde())
        .withCachingDisabled()
        .withLoggingEnabled(CHANGELOG);
  }

  private static StoreBuilder<KeyValueStore<Bytes, byte[]>> timers() {
    return org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
            org.apache.kafka.streams.state.Stores.persistentKeyValueStore(Stores.TIMERS),
            Serdes.Bytes(),
            Serdes.ByteArray())
        .withCachingDisabled()
        .withLoggingEnabled(CHANGELOG);
  }

  private static StoreBuilder<KeyValueStore<String, StoredDestination>> destinations() {
    return org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
            org.apache.kafka.streams.state.Stores.persistentKeyValueStore(Stores.DESTINATIONS),
            Serdes.String(),
            Serdes.serdeFrom(
                (topic, stored) -> stored == null ? null : DestinationSnapshotCodec.encode(stored),
                (topic, bytes) -> bytes == null ? null : DestinationSnapshotCodec.decode(bytes)))
        .withCachingDisabled()
        .withLoggingEnabled(CHANGELOG);
  }

  /**
   * One of the two stores with a cache: its only entry changes with every event, and of all changes
   * within a transaction the last one alone is written, right before the commit.
   */
  private static StoreBuilder<KeyValueStore<Integer, StoredHead>> heads() {
    return org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
            org.apache.kafka.streams.state.Stores.persistentKeyValueStore(Stores.HEADS),
            Serdes.Integer(),
            Serdes.serdeFrom(
                (topic, stored) -> stored == null ? null : HeadSnapshotCodec.encode(stored),
                (topic, bytes) -> bytes == null ? null : HeadSnapshotCodec.decode(bytes)))
        .withCachingEnabled()
        .withLoggingEnabled(CHANGELOG);
  }

  private static StoreBuilder<KeyValueStore<String, Long>> workers() {
    return org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
            org.apache.kafka.streams.state.Stores.persistentKeyValueStore(Stores.WORKERS),
            Serdes.String(),
            Serdes.Long())
        .withCachingDisabled()
        .withLoggingEnabled(CHANGELOG);
  }

  /**
   * The other store with a cache: its one entry changes with every input. Nothing else depends on
   * its order.
   */
  private static StoreBuilder<KeyValueStore<String, byte[]>> marks() {
    return org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
            org.apache.kafka.streams.state.Stores.persistentKeyValueStore(Stores.MARKS),
            Serdes.String(),
            Serdes.ByteArray())
        .withCachingEnabled()
        .withLoggingEnabled(CHANGELOG);
  }
}
