package io.onefold.processor.store;

import io.onefold.codec.StoredDestination;
import io.onefold.codec.StoredOperation;
import io.onefold.topology.LedgerStreams;
import io.onefold.topology.Stores;
import java.net.URI;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.StreamsNotStartedException;
import org.apache.kafka.streams.state.HostInfo;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The operations in the topology's state store. Only committed states are shown: what a transaction
 * has not committed may still be decided otherwise.
 */
public final class StreamsOperationStore implements OperationStore {
  private final Supplier<Optional<LedgerStreams>> ledger;
  private final Supplier<HostInfo> self;
  private final String scheme;

  /**
   * Looks into a topology.
   *
   * @param ledger empty while it is not started
   * @param self under which name and port other instances reach this one
   * @param scheme of all instances' addresses, {@code http} or {@code https}
   */
  public StreamsOperationStore(
      Supplier<Optional<LedgerStreams>> ledger, Supplier<HostInfo> self, String scheme) {
    this.ledger = ledger;
    this.self = self;
    this.scheme = scheme;
  }

  /** While work is being shared out, intents are taken as well: they are decided afterwards. */
  @Override
  public boolean takesInputs() {
    return ledger
        .get()
        .filter(l -> l.failure().isEmpty())
        .map(l -> l.streams().state().isRunningOrRebalancing())
        .orElse(false);
  }

  @Override
  public Place placeOf(String operationId) {
    try {
      KeyQueryMetadata where = metadata(operationId);
      if (where.equals(KeyQueryMetadata.NOT_AVAILABLE)
          || where.activeHost().equals(HostInfo.unavailable())) {
        return new Place.Nowhere();
      }
      return where.activeHost().equals(self.get())
          ? new Place.Here()
          : new Place.There(base(where.activeHost()));
    } catch (IllegalStateException | StreamsNotStartedException e) {
      return new Place.Nowhere();
    }
  }

  @Override
  public Optional<StoredOperation> find(String operationId) {
    try {
      KeyQueryMetadata where = metadata(operationId);
      if (where.equals(KeyQueryMetadata.NOT_AVAILABLE)) {
        throw new IllegalStateException("the work is being shared out");
      }
      // Asked for by its partition: another partition's store would answer that there is nothing.
      return Optional.ofNullable(store(where.partition()).get(operationId));
    } catch (IllegalStateException | InvalidStateStoreException e) {
      throw unavailable(e);
    }
  }

  @Override
  public Scan scan(String after) {
    checkRunning();
    try {
      return MergedScan.of(partitions().stream().map(this::store).toList(), after);
    } catch (IllegalStateException | InvalidStateStoreException e) {
      throw unavailable(e);
    }
  }

  @Override
  public Scan running() {
    checkRunning();
    try {
      return RunningScan.of(
          partitions().stream()
              .map(
                  p ->
                      new RunningScan.Partition(
                          this.<Bytes, byte[]>store(Stores.TIMERS, p), store(p)))
              .toList());
    } catch (IllegalStateException | InvalidStateStoreException e) {
      throw unavailable(e);
    }
  }

  @Override
  public StoredDestination destination(String name, String key) {
    try {
      KeyQueryMetadata where = metadata(key);
      if (where.equals(KeyQueryMetadata.NOT_AVAILABLE)) {
        throw new IllegalStateException("the work is being shared out");
      }
      ReadOnlyKeyValueStore<String, StoredDestination> store =
          store(Stores.DESTINATIONS, where.partition());
      return Optional.ofNullable(store.get(name)).orElse(StoredDestination.untouched(name));
    } catch (IllegalStateException | InvalidStateStoreException e) {
      throw unavailable(e);
    }
  }

  @Override
  public List<StoredDestination> destinations() {
    checkRunning();
    try {
      Map<String, StoredDestination> newest = new TreeMap<>();
      for (int partition : partitions()) {
        ReadOnlyKeyValueStore<String, StoredDestination> store =
            store(Stores.DESTINATIONS, partition);
        try (KeyValueIterator<String, StoredDestination> all = store.all()) {
          all.forEachRemaining(e -> newest.merge(e.key, e.value, StreamsOperationStore::newer));
        }
      }
      return List.copyOf(newest.values());
    } catch (IllegalStateException | InvalidStateStoreException e) {
      throw unavailable(e);
    }
  }

  private static StoredDestination newer(StoredDestination one, StoredDestination other) {
    return one.control().sequence() >= other.control().sequence() ? one : other;
  }

  // While partitions move, a list would lack some of them and look whole.
  private void checkRunning() {
    if (!ledger.get().map(l -> l.streams().state() == KafkaStreams.State.RUNNING).orElse(false)) {
      throw unavailable(new IllegalStateException("the topology is not running"));
    }
  }

  @Override
  public List<URI> others() {
    Collection<StreamsMetadata> instances;
    try {
      instances = streams().streamsMetadataForStore(Stores.OPERATIONS);
    } catch (IllegalStateException | StreamsNotStartedException e) {
      throw unavailable(e);
    }
    return instances.stream()
        .filter(instance -> !instance.topicPartitions().isEmpty())
        .map(StreamsMetadata::hostInfo)
        .filter(host -> !host.equals(self.get()))
        .map(this::base)
        .distinct()
        .toList();
  }

  /** The partitions whose operations this instance decides. */
  private Set<Integer> partitions() {
    Set<Integer> partitions = new HashSet<>();
    streams()
        .metadataForLocalThreads()
        .forEach(
            thread ->
                thread.activeTasks().forEach(task -> partitions.add(task.taskId().partition())));
    return partitions;
  }

  private KeyQueryMetadata metadata(String operationId) {
    return streams()
        .queryMetadataForKey(Stores.OPERATIONS, operationId, Serdes.String().serializer());
  }

  private ReadOnlyKeyValueStore<String, StoredOperation> store(int partition) {
    return store(Stores.OPERATIONS, partition);
  }

  private <K, V> ReadOnlyKeyValueStore<K, V> store(String name, int partition) {
    StoreQueryParameters<ReadOnlyKeyValueStore<K, V>> query =
        StoreQueryParameters.fromNameAndType(name, QueryableStoreTypes.keyValueStore());
    return streams().store(query.withPartition(partition)).readOnly(IsolationLevel.READ_COMMITTED);
  }

  private KafkaStreams streams() {
    return ledger
        .get()
        .map(LedgerStreams::streams)
        .orElseThrow(() -> new IllegalStateException("the ledger is not started"));
  }

  private static StoreUnavailableException unavailable(RuntimeException e) {
    return new StoreUnavailableException(
        "the state of this instance cannot be read now, because it starts or its work is being"
            + " shared out anew",
        e);
  }

  private URI base(HostInfo host) {
    return URI.create(scheme + "://" + host.host() + ":" + host.port());
  }
}
