package io.onefold.standalone;

import io.onefold.connector.worker.Worker;
import io.onefold.connector.worker.WorkerSettings;
import io.onefold.standalone.worker.WorkerMeters;
import io.onefold.topology.LedgerSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Broker, topics, ledger and workers in this process. Its data outlives any end of the process, as
 * {@link EmbeddedKafka} says.
 */
public final class Standalone implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Standalone.class);

  private final StandaloneSettings settings;
  private final EmbeddedKafka kafka;
  private final RunningLedger ledger;
  private final List<Worker> workers;
  private final Parts parts;

  private Standalone(
      StandaloneSettings settings,
      EmbeddedKafka kafka,
      RunningLedger ledger,
      List<Worker> workers,
      Parts parts) {
    this.settings = settings;
    this.kafka = kafka;
    this.ledger = ledger;
    this.workers = workers;
    this.parts = parts;
  }

  /**
   * Starts everything and returns when it takes intents.
   *
   * @throws StartException saying what could not be started and what to do; nothing runs then
   */
  public static Standalone start(StandaloneSettings settings) throws InterruptedException {
    Parts parts = new Parts();
    try {
      return start(settings, parts);
    } catch (StartException e) {
      parts.close();
      throw namingFolder(e, settings.data());
    } catch (RuntimeException | InterruptedException e) {
      parts.close();
      throw e;
    }
  }

  /** The broker has ended with the ledger, so what is to be done is done to the folder. */
  static StartException namingFolder(StartException refused, Path data) {
    return refused.rebuildHelps()
        ? new StartException(
            "%s%nthis installation is stopped now, and is rebuilt with: onefold rebuild --data %s --yes"
                .formatted(refused.getMessage(), data),
            refused.getCause())
        : refused;
  }

  private static Standalone start(StandaloneSettings settings, Parts parts)
      throws InterruptedException {
    DataDirectory data = parts.add(DataDirectory.open(settings.data()));
    settings.access().checkHost(settings.restHost());
    // Looked at before anything is started, because the broker alone takes seconds.
    RunningLedger.checkPort(settings.restHost(), settings.restPort());
    EmbeddedKafka kafka = parts.add(EmbeddedKafka.start(data.kafka(), settings.kafkaPort()));
    createTopics(settings, kafka);
    RunningLedger ledger = parts.add(RunningLedger.start(ledger(settings, kafka, data)));
    List<Worker> workers = new ArrayList<>();
    for (String pool : settings.destinations().pools()) {
      Worker worker = parts.add(startWorker(settings, kafka, data, pool));
      new WorkerMeters(worker).bindTo(ledger.meters());
      workers.add(worker);
    }
    ledger.awaitReady();
    return new Standalone(settings, kafka, ledger, List.copyOf(workers), parts);
  }

  private static void createTopics(StandaloneSettings settings, EmbeddedKafka kafka) {
    try (TopicAdmin admin = new TopicAdmin(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      TopicAdmin.Ensured ensured =
          admin.ensure(
              settings.topics().specs(settings.destinations().pools()),
              settings.partitions(),
              Optional.of((short) 1));
      if (!ensured.dangers().isEmpty()) {
        throw new StartException(String.join("\n", ensured.dangers()));
      }
    }
  }

  // Broker and ledger end together here. After that, the group coordinator of Kafka 4.4.0 may keep
  // the dead member of a `streams` group for minutes; it forgets one of a `classic` group in time.
  private static LedgerSettings ledger(
      StandaloneSettings settings, EmbeddedKafka kafka, DataDirectory data) {
    LedgerSettings plain =
        LedgerSettings.of(
                kafka.bootstrapServers(),
                data.state(),
                settings.destinations(),
                settings.restPort())
            .named(LedgerSettings.DEFAULT_APPLICATION_ID, settings.topics())
            .withStreaming(LedgerSettings.Streaming.of("classic"))
            .withRest(
                new LedgerSettings.Rest(
                    settings.restHost(),
                    settings.restPort(),
                    settings.restHost(),
                    settings.access()))
            .withSigning(
                settings
                    .signing()
                    .orElseGet(
                        () -> SigningFiles.own(data.signingKey(), settings.checkpointInterval())));
    return settings.payloadKeys().map(plain::sealing).orElse(plain);
  }

  private static Worker startWorker(
      StandaloneSettings settings, EmbeddedKafka kafka, DataDirectory data, String pool)
      throws InterruptedException {
    try {
      return Worker.start(
          WorkerSettings.standard(
                  kafka.bootstrapServers(),
                  Map.of(),
                  settings.topics(),
                  pool,
                  "standalone-" + pool,
                  data.worker(pool),
                  settings.destinations(),
                  Connectors.all())
              .opening(settings.payloadKeys()));
    } catch (IOException | IllegalArgumentException | IllegalStateException | KafkaException e) {
      throw new StartException("the worker of pool " + pool + ": " + e.getMessage(), e);
    }
  }

  /** Where Kafka clients connect: {@code 127.0.0.1:PORT}. */
  public String bootstrapServers() {
    return kafka.bootstrapServers();
  }

  /** Address of the REST interface, for example {@code http://127.0.0.1:8080}. */
  public URI url() {
    return URI.create(
        settings.access().scheme() + "://" + settings.restHost() + ":" + ledger.restPort());
  }

  /** Done once the ledger or a worker has stopped by itself. */
  public CompletableFuture<Void> stopped() {
    return CompletableFuture.anyOf(
            Stream.concat(Stream.of(ledger.stopped()), workers.stream().map(Worker::stopped))
                .toArray(CompletableFuture<?>[]::new))
        .thenApply(done -> null);
  }

  /** Stops everything, in the reverse order. */
  @Override
  public void close() {
    parts.close();
  }

  /** What was started, in order. */
  private static final class Parts implements AutoCloseable {
    private final Deque<AutoCloseable> started = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T part) {
      started.push(part);
      return part;
    }

    @Override
    public synchronized void close() {
      while (!started.isEmpty()) {
        try {
          started.pop().close();
        } catch (Exception e) {
          // The others must be closed all the same.
          LOG.warn("A part did not stop in good order", e);
        }
      }
    }
  }
}
