package io.onefold.standalone;

import io.onefold.connector.worker.Worker;
import io.onefold.connector.worker.WorkerSettings;
import io.onefold.topology.LedgerSettings;
import io.onefold.topology.LedgerStreams;
import io.onefold.topology.StartRefusedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Broker, topics, ledger and workers in this process. Its data outlives any end of the process, as
 * {@link EmbeddedKafka} says.
 */
public final class Standalone implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Standalone.class);
  private static final Duration READY_WITHIN = Duration.ofMinutes(5);

  private final EmbeddedKafka kafka;
  private final LedgerStreams ledger;
  private final List<Worker> workers;
  private final Parts parts;

  private Standalone(EmbeddedKafka kafka, LedgerStreams ledger, List<Worker> workers, Parts parts) {
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
    } catch (RuntimeException | InterruptedException e) {
      parts.close();
      throw e;
    }
  }

  private static Standalone start(StandaloneSettings settings, Parts parts)
      throws InterruptedException {
    DataDirectory data = parts.add(DataDirectory.open(settings.data()));
    // Looked at before anything is started, because the broker alone takes seconds.
    checkPort(settings);
    EmbeddedKafka kafka = parts.add(EmbeddedKafka.start(data.kafka(), settings.kafkaPort()));
    createTopics(settings, kafka);
    LedgerStreams ledger = parts.add(startLedger(settings, kafka, data));
    List<Worker> workers = new ArrayList<>();
    for (String pool : settings.destinations().pools()) {
      workers.add(parts.add(startWorker(settings, kafka, data, pool)));
    }
    if (!ledger.awaitRunning(READY_WITHIN)) {
      throw new StartException(
          ledger
              .failure()
              .map(failure -> "the ledger stopped: " + failure.getMessage())
              .orElse("the ledger was not ready within " + READY_WITHIN.toMinutes() + " minutes"));
    }
    return new Standalone(kafka, ledger, List.copyOf(workers), parts);
  }

  private static void checkPort(StandaloneSettings settings) {
    try (ServerSocket probe =
        new ServerSocket(settings.restPort(), 1, InetAddress.getByName(settings.restHost()))) {
      LOG.debug("Port {} is free", probe.getLocalPort());
    } catch (IOException e) {
      throw new StartException(
          "%s:%d cannot be used for the ledger (%s); choose another --port, 0 takes a free one"
              .formatted(settings.restHost(), settings.restPort(), e.getMessage()),
          e);
    }
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

  private static LedgerStreams startLedger(
      StandaloneSettings settings, EmbeddedKafka kafka, DataDirectory data) {
    LedgerSettings ledger =
        LedgerSettings.of(
            kafka.bootstrapServers(), data.state(), settings.destinations(), settings.restPort());
    try {
      return LedgerStreams.start(ledger);
    } catch (StartRefusedException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    }
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
              Connectors.all()));
    } catch (IOException | IllegalArgumentException | IllegalStateException e) {
      throw new StartException("the worker of pool " + pool + ": " + e.getMessage(), e);
    }
  }

  /** Where Kafka clients connect: {@code 127.0.0.1:PORT}. */
  public String bootstrapServers() {
    return kafka.bootstrapServers();
  }

  /** Done once the ledger or a worker has stopped by itself. */
  public CompletableFuture<Void> stopped() {
    CompletableFuture<?>[] all =
        workers.stream().map(Worker::stopped).toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.anyOf(all).thenApply(done -> null);
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
    public void close() {
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
