package io.onefold.processor;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.onefold.access.Pem;
import io.onefold.access.RestAccess;
import io.onefold.destination.Destination;
import io.onefold.destination.Destinations;
import io.onefold.processor.log.KafkaClients;
import io.onefold.processor.log.KafkaControlLog;
import io.onefold.processor.log.KafkaErasures;
import io.onefold.processor.log.KafkaEscalations;
import io.onefold.processor.log.KafkaInputLog;
import io.onefold.processor.log.KafkaJournal;
import io.onefold.processor.log.KafkaReceipts;
import io.onefold.processor.log.SealingInputLog;
import io.onefold.processor.store.Peers;
import io.onefold.processor.store.StateWaiter;
import io.onefold.processor.store.StreamsOperationStore;
import io.onefold.schema.CatalogueApi;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.sealing.KeyRing;
import io.onefold.topology.IntentBody;
import io.onefold.topology.LedgerSettings;
import io.onefold.topology.LedgerStreams;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.streams.state.HostInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One ledger instance: the topology, the REST interface, and the clients that it needs. Several may
 * run in one JVM, with different ports and state folders. Thread-safe.
 */
public final class Ledger implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Ledger.class);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private volatile Optional<LedgerStreams> streams = Optional.empty();
  private volatile Optional<MeterRegistry> meters = Optional.empty();
  private volatile int port;

  private Ledger() {}

  /** Starts an instance with the clock of the system. */
  public static Ledger start(LedgerSettings settings) {
    return start(settings, InstantSource.system());
  }

  /**
   * Starts an instance: the REST interface first, which is not ready yet, then the topology.
   *
   * @param wall this machine's wall clock. Instances may run with clocks that disagree: times in
   *     records then differ, and nothing else does
   * @throws io.onefold.topology.StartRefusedException if starting could lose or double something,
   *     or Kafka does not answer
   * @throws RuntimeException if the port is taken
   */
  public static Ledger start(LedgerSettings settings, InstantSource wall) {
    Ledger ledger = new Ledger();
    try {
      ledger.startRest(settings, wall);
      LedgerStreams streams = LedgerStreams.start(settings.withRestPort(ledger.restPort()), wall);
      // Last to end: nobody may still be asking it.
      ledger.parts.addLast(streams);
      ledger.streams = Optional.of(streams);
      ledger.owning(new KafkaStreamsMetrics(streams.streams())).bindTo(ledger.meters());
      return ledger;
    } catch (RuntimeException e) {
      ledger.close();
      throw e;
    }
  }

  // Instances must know each other's ports before they share the work out, so this comes first.
  private void startRest(LedgerSettings settings, InstantSource wall) {
    KafkaClients clients = new KafkaClients(settings);
    SchemaIds ids = SchemaIds.from(settings.cluster().clients());
    StreamsOperationStore store =
        new StreamsOperationStore(
            () -> streams,
            () -> new HostInfo(settings.rest().advertisedHost(), port),
            settings.rest().access().scheme());
    KafkaEscalations escalations = owning(new KafkaEscalations(clients, settings.topics(), ids));
    List<Object> beans =
        new ArrayList<>(
            List.of(
                settings.destinations(),
                store,
                owning(new StateWaiter(store)),
                owning(peers(settings.rest().access())),
                new KafkaJournal(clients, settings.topics(), ids),
                new KafkaControlLog(clients, settings.topics(), ids),
                new KafkaReceipts(clients, settings.topics(), ids),
                escalations,
                new StreamsStatus(() -> streams, owning(clients.admin())),
                new CatalogueApi(settings.topics(), settings.destinations().pools()),
                settings.signing().published(),
                wall.withZone(ZoneOffset.UTC)));
    addInputs(beans, settings, owning(new KafkaInputLog(clients, settings.topics(), ids)));
    RestServer rest =
        owning(
            RestServer.start(
                settings.rest().host(),
                settings.rest().port(),
                settings.rest().access(),
                beans.toArray()));
    port = rest.port();
    meters = Optional.of(rest.context().getBean(MeterRegistry.class));
    escalations.start();
    LOG.info(
        "REST listens on {}://{}:{}",
        settings.rest().access().scheme(),
        settings.rest().host(),
        port);
  }

  private void addInputs(List<Object> beans, LedgerSettings settings, KafkaInputLog log) {
    if (settings.payloadKeys().isEmpty()) {
      beans.add(log);
      return;
    }
    KeyRing keys =
        owning(
            KeyRing.connect(
                settings.cluster().reachable(), settings.topics(), settings.payloadKeys().get()));
    beans.add(new SealingInputLog(log, keys));
    beans.add(new KafkaErasures(keys));
    warnOfTemplates(settings.destinations());
  }

  private static void warnOfTemplates(Destinations destinations) {
    String refused =
        destinations.byName().values().stream()
            .filter(contract -> !IntentBody.takesSealed(contract))
            .map(Destination::name)
            .sorted()
            .collect(Collectors.joining(", "));
    if (!refused.isEmpty()) {
      LOG.warn(
          "Payloads are sealed, and these destinations make their body from it in the ledger, which"
              + " cannot read it: {}. New intents for them are refused (BODY_NOT_RENDERED); allowed"
              + " for sealed payloads is only send.body: payload",
          refused);
    }
  }

  private static Peers peers(RestAccess access) {
    if (access.tls().isEmpty()) {
      return new Peers();
    }
    try {
      return new Peers(Pem.trusting(access.tls().get().ca()));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "the certificates of --tls-ca cannot be used: " + e.getMessage(), e);
    }
  }

  private <T extends AutoCloseable> T owning(T part) {
    parts.push(part);
    return part;
  }

  /** The port of the REST interface. */
  public int restPort() {
    return port;
  }

  /** What {@code /prometheus} shows; whatever else runs in this process may add its own meters. */
  public MeterRegistry meters() {
    return meters.orElseThrow(() -> new IllegalStateException("the REST interface is not started"));
  }

  /** The topology; empty only while it starts. */
  public Optional<LedgerStreams> streams() {
    return streams;
  }

  /**
   * Waits until all partitions of this instance are served.
   *
   * @return false if that took too long, or the topology failed
   */
  public boolean awaitReady(Duration atMost) throws InterruptedException {
    return streams.isPresent() && streams.get().awaitServing(atMost);
  }

  /** Ends it: no more requests first, then what they work with. May take some seconds. */
  @Override
  public synchronized void close() {
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("Closing {} failed", part.getClass().getSimpleName(), e);
      }
    }
  }
}
