package io.onefold.topology;

import io.onefold.schema.SchemaIds;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One running instance of the ledger's topology. Thread-safe. */
public final class LedgerStreams implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerStreams.class);
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(20);

  private static final long LOOK_AGAIN_MS = 50;

  /** How long another instance may take to accept a connection before it counts as gone. */
  private static final int REACH_MS = 500;

  /** Before the next thread asks a registry that does not answer. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final KafkaStreams streams;
  private final LedgerParts parts;
  private final LogContinuity continuity;
  private final Foundation foundation;
  private final ThreadDeaths deaths = new ThreadDeaths();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  private final RestoreProgress restoring = new RestoreProgress();
  private final HostInfo self;
  private final int partitions;

  private LedgerStreams(
      KafkaStreams streams,
      LedgerParts parts,
      LogContinuity continuity,
      Foundation foundation,
      HostInfo self,
      int partitions) {
    this.streams = streams;
    this.parts = parts;
    this.continuity = continuity;
    this.foundation = foundation;
    this.self = self;
    this.partitions = partitions;
  }

  /**
   * Checks the cluster and starts.
   *
   * @param wall this machine's wall clock; need not agree with that of any other machine
   * @throws StartRefusedException if starting could lose or double something, or Kafka does not
   *     answer
   */
  public static LedgerStreams start(LedgerSettings settings, InstantSource wall) {
    LedgerStreams ledger = prepared(settings, wall);
    try {
      ledger.run();
      return ledger;
    } catch (RuntimeException e) {
      ledger.close();
      throw e;
    }
  }

  private static LedgerStreams prepared(LedgerSettings settings, InstantSource wall) {
    Foundation foundation = new Foundation(settings);
    try {
      return on(foundation, settings, wall);
    } catch (RuntimeException e) {
      foundation.close();
      throw e;
    }
  }

  private static LedgerStreams on(
      Foundation foundation, LedgerSettings settings, InstantSource wall) {
    StartChecks.Findings findings = foundation.check();
    StandbyCopies.ask(settings);
    SchemaIds ids = SchemaIds.from(settings.cluster().clients());
    LedgerParts parts =
        LedgerParts.of(
            settings.topics(),
            new Policies(settings.destinations()),
            findings.partitions(),
            ids,
            LedgerClock.of(wall),
            settings.signing());
    warnIfUnsigned(settings.signing());
    Properties config = new Properties();
    config.putAll(StreamsConfiguration.of(settings));
    LogContinuity continuity = new LogContinuity(settings, ids, foundation::positions);
    return new LedgerStreams(
        new KafkaStreams(OperationTopology.build(parts, foundation.noting(continuity)), config),
        parts,
        continuity,
        foundation,
        new HostInfo(settings.rest().advertisedHost(), settings.rest().port()),
        findings.partitions());
  }

  private static void warnIfUnsigned(Signing signing) {
    if (signing.key().isEmpty()) {
      LOG.warn("there is no --signing-key: receipts are not signed, and there are no checkpoints");
    }
  }

  private void run() {
    streams.setUncaughtExceptionHandler(this::onThreadDeath);
    streams.setGlobalStateRestoreListener(restoring);
    streams.setStateListener((now, before) -> LOG.info("ledger is {}", now));
    streams.start();
  }

  private StreamThreadExceptionResponse onThreadDeath(Throwable death) {
    return switch (deaths.judge(death, System.nanoTime())) {
      case ThreadDeaths.Stop stop -> {
        LOG.error("this instance stops: {}", stop.why(), death);
        failure.set(stop.failure());
        yield StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
      }
      case ThreadDeaths.Replace replace -> {
        LOG.warn(
            "a stream thread died and is replaced; what it had not committed is done again", death);
        if (replace.afterPause()) {
          pause();
        }
        yield StreamThreadExceptionResponse.REPLACE_THREAD;
      }
    };
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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

  /** What the partitions of this instance hold. */
  public LedgerCensus census() {
    return parts.census();
  }

  /** How far the stores are restored. */
  public RestoreProgress restoring() {
    return restoring;
  }

  /** The ledger's own time. */
  public LedgerClock clock() {
    return parts.clock();
  }

  /**
   * True while every partition is served, here or by another instance that can be reached. Kafka's
   * own RUNNING is not enough: after a crash an instance runs without any partition until the group
   * gives up the dead process, which may have had the same address.
   */
  public boolean serving() {
    if (failure.get() != null || streams.state() != KafkaStreams.State.RUNNING) {
      return false;
    }
    Set<Integer> served = new HashSet<>();
    streams.metadataForLocalThreads().stream()
        .flatMap(thread -> thread.activeTasks().stream())
        .forEach(task -> served.add(task.taskId().partition()));
    if (served.size() >= partitions) {
      return true;
    }
    streams.metadataForAllStreamsClients().stream()
        .filter(client -> !client.hostInfo().equals(self) && reachable(client.hostInfo()))
        .flatMap(client -> client.topicPartitions().stream())
        .filter(input -> input.topic().equals(parts.topics().intents()))
        .forEach(input -> served.add(input.partition()));
    return served.size() >= partitions;
  }

  private static boolean reachable(HostInfo instance) {
    try (Socket probe = new Socket()) {
      probe.connect(new InetSocketAddress(instance.host(), instance.port()), REACH_MS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Waits until every partition is served.
   *
   * @return false if that took too long, or the instance failed
   */
  public boolean awaitServing(Duration atMost) throws InterruptedException {
    long giveUp = System.nanoTime() + atMost.toNanos();
    while (!serving()) {
      if (failure.get() != null || System.nanoTime() > giveUp) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MS);
    }
    return true;
  }

  /**
   * Ends it in good order and leaves the group, so that others go on with its partitions at once.
   * Without leaving, which is Kafka Streams' default in a classic group, they would wait until the
   * session of this instance is over.
   */
  @Override
  public void close() {
    streams.close(
        CloseOptions.timeout(CLOSE_PATIENCE)
            .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    continuity.close();
    foundation.close();
  }
}
