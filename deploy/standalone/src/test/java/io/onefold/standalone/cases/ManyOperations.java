package io.onefold.standalone.cases;

import io.onefold.codec.StoredDestination;
import io.onefold.codec.StoredHead;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.Origin;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.Evidence;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.SendReported;
import io.onefold.schema.Topics;
import io.onefold.schema.WorkerStarted;
import io.onefold.topology.LedgerClock;
import io.onefold.topology.LedgerParts;
import io.onefold.topology.Outgoing;
import io.onefold.topology.PartitionLedger;
import io.onefold.topology.PartitionStore;
import io.onefold.topology.Policies;
import io.onefold.topology.SortedKeys;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Writes the log of many operations, each carried out and verified at once, as a ledger and a
 * worker would, but as fast as the broker takes it: what they decide is decided by the real ledger.
 */
final class ManyOperations implements AutoCloseable {
  private static final String WORKER = "w1";
  private static final long LIFE = 1;

  private final Topics topics;
  private final int partitions;
  private final KafkaProducer<byte[], byte[]> producer;
  private final TopicWriter writer;
  private final AvroSerde<ProviderEvent> reports =
      AvroSerde.of(ProviderEvent.class, SchemaIds.from(Map.of()));
  private final Map<Integer, PartitionLedger> ledgers = new HashMap<>();
  private final Map<String, Long> ends = new HashMap<>();

  ManyOperations(Installation onefold, int partitions) {
    this.topics = onefold.topics();
    this.partitions = partitions;
    this.writer = new TopicWriter(onefold.bootstrapServers(), topics);
    this.producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                onefold.bootstrapServers(),
                "linger.ms",
                20,
                "max.in.flight.requests.per.connection",
                1),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    LedgerParts parts =
        LedgerParts.of(
            topics,
            new Policies(onefold.destinations()),
            partitions,
            SchemaIds.from(Map.of()),
            new LedgerClock(InstantSource.system(), System::nanoTime),
            onefold.signing());
    for (int p = 0; p < partitions; p++) {
      int partition = p;
      ledgers.put(p, new PartitionLedger(parts, p, new Recent(), out -> send(partition, out)));
      provider(p, WORKER, "", new WorkerStarted(null));
    }
  }

  private void send(int partition, Record<byte[], Outgoing> out) {
    String topic = out.value().topic();
    // Commands are of no use later.
    if (topic.equals(topics.journal())
        || topic.equals(topics.receipts())
        || topic.equals(topics.checkpoints())) {
      send(topic, partition, out.key(), out.value().value(), out.timestamp());
    }
  }

  private void send(String topic, int partition, byte[] key, byte @Nullable [] value, long at) {
    var unused = producer.send(new ProducerRecord<>(topic, partition, at, key, value));
  }

  /** One operation from its intent to its receipt. */
  void verified(String id) {
    byte[] key = id.getBytes(StandardCharsets.UTF_8);
    int partition = Topics.partitionOf(key, partitions);
    input(topics.intents(), partition, key, writer.bytes(intent(id)));
    provider(partition, id, id, new ClaimRequested(1, "c-" + id));
    provider(partition, id, id, accepted(id));
  }

  /** The intent of an operation. */
  static com.fasterxml.jackson.databind.node.ObjectNode intent(String id) {
    return Intents.of("plain", id, "text of " + id);
  }

  private static SendReported accepted(String id) {
    SendReported avro = new SendReported();
    avro.setToken(1);
    avro.setClaimId("c-" + id);
    avro.setResult("ACCEPTED");
    avro.setDetail("NONE");
    avro.setMessage("");
    avro.setStartedAtMs(System.currentTimeMillis());
    avro.setEndedAtMs(System.currentTimeMillis());
    Evidence evidence = new Evidence();
    evidence.setStatus(201);
    evidence.setProviderId("p-" + id);
    avro.setEvidence(evidence);
    ReadbackObservation seen = new ReadbackObservation();
    seen.setResult("FOUND");
    seen.setDetail("MATCH");
    seen.setMethod("reference");
    seen.setComplete(true);
    seen.setMatches(1);
    seen.setProviderId("p-" + id);
    seen.setNormalisers(List.of());
    seen.setMessage("");
    seen.setObservedAtMs(System.currentTimeMillis());
    avro.setReadback(seen);
    return avro;
  }

  private void provider(int partition, String key, String id, Object fact) {
    ProviderEvent avro = new ProviderEvent();
    avro.setOperationId(id);
    avro.setWorkerId(WORKER);
    avro.setIncarnation(LIFE);
    avro.setReportedAtMs(System.currentTimeMillis());
    avro.setFact(fact);
    input(
        topics.providerEvents(),
        partition,
        key.getBytes(StandardCharsets.UTF_8),
        reports.serializer().serialize(topics.providerEvents(), avro));
  }

  private void input(String topic, int partition, byte[] key, byte[] value) {
    long at = System.currentTimeMillis();
    send(topic, partition, key, value, at);
    long offset = ends.merge(topic + "-" + partition, 1L, Long::sum) - 1;
    PartitionLedger ledger = ledgers.get(partition);
    if (ledger != null) {
      ledger.process(new Record<>(key, value, at), new Origin(topic, partition, offset));
    }
  }

  @Override
  public void close() {
    producer.close();
    writer.close();
  }

  /** What an operation that has ended leaves is forgotten: none of them comes again here. */
  private static final class Recent implements PartitionStore, SortedKeys {
    private final Map<String, StoredOperation> operations = new HashMap<>();
    private final Map<String, Long> lives = new HashMap<>();
    private StoredHead head = StoredHead.EMPTY;

    @Override
    public @Nullable StoredOperation operation(String operationId) {
      return operations.get(operationId);
    }

    @Override
    public void keep(StoredOperation operation) {
      if (operation.receipt().isPresent()) {
        operations.remove(operation.state().operationId());
      } else {
        operations.put(operation.state().operationId(), operation);
      }
    }

    @Override
    public @Nullable Long newestLife(String workerId) {
      return lives.get(workerId);
    }

    @Override
    public void keepLife(String workerId, long incarnation) {
      lives.put(workerId, incarnation);
    }

    @Override
    public List<StoredDestination> destinations() {
      return List.of();
    }

    @Override
    public void keep(StoredDestination destination) {
      throw new IllegalStateException("nothing is suspended here");
    }

    @Override
    public StoredHead head() {
      return head;
    }

    @Override
    public void keep(StoredHead newest) {
      head = newest;
    }

    @Override
    public SortedKeys timers() {
      return this;
    }

    @Override
    public void add(Bytes key) {}

    @Override
    public void remove(Bytes key) {}

    @Override
    public List<Bytes> first(Bytes from, Bytes to, int atMost) {
      return List.of();
    }
  }
}
