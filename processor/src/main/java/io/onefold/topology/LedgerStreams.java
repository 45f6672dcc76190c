package io.onefold.topology;

import io.onefold.schema.SchemaIds;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One running instance of the ledger's topology. Thread-safe. */
public final class LedgerStreams implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerStreams.class);
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(20);

  /**
   * A thread that dies of a passing fault is replaced; threads that die this often within {@link
   * #CALM} show a lasting one. Without that limit of time an instance would end of the faults of
   * many months.
   */
  private static final int MOST_REPLACED_THREADS = 5;

  private static final Duration CALM = Duration.ofMinutes(10);

  private final KafkaStreams streams;
  private final LedgerParts parts;
  private final CountDownLatch running = new CountDownLatch(1);
  private final Deque<Long> deaths = new ArrayDeque<>();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  private LedgerStreams(KafkaStreams streams, LedgerParts parts) {
    this.streams = streams;
    this.parts = parts;
  }

  /**
   * Checks the cluster and starts.
   *
   * @throws StartRefusedException if starting could lose or double something, or Kafka does not
   *     answer
   */
  public static LedgerStreams start(LedgerSettings settings) {
    StartChecks.Findings findings = check(settings);
    SchemaIds ids = SchemaIds.from(settings.kafka());
    LedgerParts parts =
        LedgerParts.of(
            settings.topics(),
            new Policies(settings.destinations()),
            findings.partitions(),
            ids,
            LedgerClock.ofMachine());
    Properties config = new Properties();
    config.putAll(StreamsConfiguration.of(settings));
    LedgerStreams ledger =
        new LedgerStreams(new KafkaStreams(OperationTopology.build(parts), config), parts);
    try {
      ledger.run();
      return ledger;
    } catch (RuntimeException e) {
      ledger.close();
      throw e;
    }
  }

  private static StartChecks.Findings check(LedgerSettings settings) {
    Map<String, Object> config = new HashMap<>(settings.kafka());
    config.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
    try (AdminCluster cluster = AdminCluster.connect(config)) {
      StartChecks.Findings findings = new StartChecks(cluster, settings).run();
      if (!findings.unread().isEmpty()) {
        cluster.commit(settings.applicationId(), findings.unread());
      }
      return findings;
    }
  }

  private void run() {
    streams.setUncaughtExceptionHandler(this::onThreadDeath);
    streams.setStateListener(
        (now, before) -> {
          LOG.info("ledger is {}", now);
          if (now == KafkaStreams.State.RUNNING) {
            running.countDown();
          }
        });
    streams.start();
  }

  private StreamThreadExceptionResponse onThreadDeath(Throwable death) {
    if (!isLasting(System.nanoTime())) {
      LOG.warn(
          "a stream thread died and is replaced; what it had not committed is done again", death);
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    }
    LOG.error("stream threads keep dying; this instance stops", death);
    failure.set(death);
    running.countDown();
    return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
  }

  private synchronized boolean isLasting(long nowNanos) {
    deaths.removeIf(before -> nowNanos - before > CALM.toNanos());
    deaths.add(nowNanos);
    return deaths.size() > MOST_REPLACED_THREADS;
  }

  /** The running streams, for interactive queries. */
  public KafkaStreams streams() {
    return streams;
  }

  /** What stopped this instance for good; empty while nothing has. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Counts since the start. */
  public LedgerCounters counters() {
    return parts.counters();
  }

  /** The ledger's own time. */
  public LedgerClock clock() {
    return parts.clock();
  }

  /**
   * Waits until all partitions of this instance are served; false if that took too long or failed.
   */
  public boolean awaitRunning(Duration atMost) throws InterruptedException {
    return running.await(atMost.toMillis(), TimeUnit.MILLISECONDS)
        && streams.state() == KafkaStreams.State.RUNNING;
  }

  @Override
  public void close() {
    streams.close(CLOSE_PATIENCE);
  }
}
