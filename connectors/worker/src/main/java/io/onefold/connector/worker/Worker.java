package io.onefold.connector.worker;

import io.onefold.destination.Destination;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.Command;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.sealing.InstallationKeys;
import io.onefold.schema.sealing.KeyRing;
import io.onefold.schema.sealing.SealingException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running worker of one pool. Thread-safe.
 *
 * <p>It makes an attempt only for a grant of a claim that it holds in memory, reports every taken
 * claim once, and never makes its group wait for a destination.
 */
public final class Worker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

  private final WorkerSettings settings;
  private final WorkerMetrics metrics;
  private final WorkerThread thread;
  private final Consumer<byte[], byte[]> consumer;

  private Worker(
      WorkerSettings settings,
      WorkerMetrics metrics,
      WorkerThread thread,
      Consumer<byte[], byte[]> consumer) {
    this.settings = settings;
    this.metrics = metrics;
    this.thread = thread;
    this.consumer = consumer;
  }

  /**
   * Starts a worker: checks contracts, identity and topics, tells the ledger of the new life, and
   * joins the group.
   *
   * @throws IllegalArgumentException if a contract of the pool has no connector here
   * @throws IllegalStateException if the data folder is in use or the topics do not fit
   * @throws IOException if the data folder cannot be used
   * @throws org.apache.kafka.common.KafkaException if Kafka cannot be reached
   */
  public static Worker start(WorkerSettings settings) throws IOException, InterruptedException {
    Closing onFailure = new Closing();
    try {
      settings.connectors().forEach(onFailure::add);
      Catalogue catalogue =
          new Catalogue(
              settings.destinations().inPool(settings.pool()), opening(settings, onFailure));
      // Its lock goes last: no other life begins while a call of this one may still write.
      WorkerIdentity identity =
          onFailure.addLast(
              WorkerIdentity.open(settings.dataDir(), settings.workerId(), WorkerClock.SYSTEM));
      Worker worker = start(settings, catalogue, identity, onFailure);
      LOG.info(
          "Worker {} of pool {} started, incarnation {}",
          settings.workerId(),
          settings.pool(),
          identity.incarnation());
      return worker;
    } catch (IOException | InterruptedException | RuntimeException failure) {
      onFailure.close();
      throw failure;
    }
  }

  private static List<SealedConnector> opening(WorkerSettings settings, Closing closing) {
    Optional<KeyRing> keys = settings.payloadKeys().map(own -> connect(settings, own));
    keys.ifPresent(closing::add);
    return settings.connectors().stream()
        .map(connector -> new SealedConnector(connector, keys))
        .toList();
  }

  private static KeyRing connect(WorkerSettings settings, InstallationKeys own) {
    Map<String, Object> client = new HashMap<>(settings.kafka());
    client.put("bootstrap.servers", settings.bootstrapServers());
    try {
      return KeyRing.connect(client, settings.topics(), own);
    } catch (SealingException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private static Worker start(
      WorkerSettings settings, Catalogue catalogue, WorkerIdentity identity, Closing closing)
      throws InterruptedException {
    String clientId = "onefold-worker-" + settings.workerId();
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            KafkaClients.producer(settings.bootstrapServers(), clientId, settings.kafka()));
    closing.add(() -> producer.close(KafkaClients.CLOSE));
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            KafkaClients.consumer(
                settings.bootstrapServers(), settings.group(), clientId, settings.kafka()));
    closing.add(() -> consumer.close(CloseOptions.timeout(KafkaClients.CLOSE)));
    SchemaIds ids = SchemaIds.from(settings.kafka());
    AvroSerde<Command> commands = AvroSerde.of(Command.class, ids);
    AvroSerde<ProviderEvent> reports = AvroSerde.of(ProviderEvent.class, ids);
    ProviderEvents events =
        new ProviderEvents(identity.workerId(), identity.incarnation(), WorkerClock.SYSTEM);
    WorkerMetrics metrics = new WorkerMetrics();

    int partitions = StartChecks.partitions(consumer, settings.topics(), settings.pool());
    StartRecord.write(
        producer,
        reports.serializer(),
        settings.topics().providerEvents(),
        partitions,
        events.started());
    WorkerThread thread =
        new WorkerThread(
            settings, catalogue, events, metrics, consumer, producer, commands, reports, closing);
    thread.start();
    return new Worker(settings, metrics, thread, consumer);
  }

  /** What the worker counts. */
  public WorkerMetrics metrics() {
    return metrics;
  }

  /** Name of its pool. */
  public String pool() {
    return settings.pool();
  }

  /** Names of the destinations that it serves. */
  public List<String> destinations() {
    return settings.destinations().inPool(settings.pool()).stream().map(Destination::name).toList();
  }

  /** What its consumer of commands measures, by Kafka's names. Safe at any time. */
  public Map<MetricName, ? extends Metric> consumerMetrics() {
    return consumer.metrics();
  }

  /** True until the worker has stopped. */
  public boolean isRunning() {
    return !thread.stopped().isDone();
  }

  /** Done once the worker has stopped, for whatever reason. */
  public CompletableFuture<Void> stopped() {
    return thread.stopped().copy();
  }

  /**
   * Stops within the stop timeout: claims no more, gives up what was not granted, lets running
   * calls end, interrupts those that do not, and reports each. Closes the connectors.
   */
  @Override
  public void close() {
    thread.stop();
    try {
      thread.join(settings.stopTimeout().plusSeconds(5));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
