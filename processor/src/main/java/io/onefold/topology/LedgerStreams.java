package io.onefold.topology;

import io.onefold.schema.SchemaIds;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
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
   * A thread that dies of a passing fault is replaced; one that dies again and again shows a
   * lasting one.
   */
  private static final int MOST_REPLACED_THREADS = 5;

  private final KafkaStreams streams;
  private final LedgerParts parts;
  private final Object stateChange = new Object();
  private final AtomicInteger replaced = new AtomicInteger();
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
    ledger.run();
    return ledger;
  }

  private static StartChecks.Findings check(LedgerSettings settings) {
    Map<String, Object> config = new HashMap<>(settings.kafka());
    config.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
    try (AdminCluster cluster = new AdminCluster(Admin.create(config))) {
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
          wakeWaiting();
        });
    streams.start();
  }

  private StreamThreadExceptionResponse onThreadDeath(Throwable death) {
    if (replaced.incrementAndGet() <= MOST_REPLACED_THREADS) {
      LOG.warn(
          "a stream thread died and is replaced; what it had not committed is done again", death);
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    }
    LOG.error("stream threads keep dying; this instance stops", death);
    failure.set(death);
    wakeWaiting();
    return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
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
    long until = System.nanoTime() + atMost.toNanos();
    synchronized (stateChange) {
      // After a kill it runs for a moment, until it gets its partitions: that it ran once says
      // nothing.
      while (mayRunSoon() && System.nanoTime() < until) {
        TimeUnit.NANOSECONDS.timedWait(stateChange, until - System.nanoTime());
      }
      return failure().isEmpty() && streams.state() == KafkaStreams.State.RUNNING;
    }
  }

  private boolean mayRunSoon() {
    return failure().isEmpty()
        && switch (streams.state()) {
          case CREATED, REBALANCING -> true;
          case RUNNING, PENDING_SHUTDOWN, NOT_RUNNING, PENDING_ERROR, ERROR -> false;
        };
  }

  private void wakeWaiting() {
    synchronized (stateChange) {
      stateChange.notifyAll();
    }
  }

  @Override
  public void close() {
    streams.close(CLOSE_PATIENCE);
  }
}
