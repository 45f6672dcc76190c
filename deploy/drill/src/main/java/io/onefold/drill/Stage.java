package io.onefold.drill;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.Connector;
import io.onefold.connector.http.HttpConnector;
import io.onefold.destination.SecretResolver;
import io.onefold.faults.Exchange;
import io.onefold.faults.NamingConnector;
import io.onefold.faults.RoutedWire;
import io.onefold.standalone.EmbeddedKafka;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** All that runs for a drill: proxies, broker, lanes. */
final class Stage implements AutoCloseable {
  /** What the probes of the drill itself put behind an operation, so that no rule hits them. */
  static final String PROBE = " probe";

  /** Workers that share the common lane, and partitions of it. */
  static final int WORKERS = 4;

  private final Subject subject;
  private final Path folder;
  private final String run;
  private final HoldingWire.Holds holds = new HoldingWire.Holds();
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Map<Scenario.LaneKind, Lane> lanes = new EnumMap<>(Scenario.LaneKind.class);
  private final Proxies proxies;
  private final Connector probe;
  private final Census census;
  private final EmbeddedKafka kafka;

  /**
   * Starts proxies and broker.
   *
   * @param folder for everything; an empty one
   * @param run begins every operation
   */
  Stage(Subject subject, Path folder, String run) {
    this.subject = subject;
    this.folder = folder;
    this.run = run;
    SecretValues secrets = SecretValues.of(subject.destination(), SecretResolver.ofThisProcess());
    proxies = add(Proxies.start(Origins.of(subject.http()), subject.http().tls(), secrets::mask));
    try {
      probe =
          add(
              new NamingConnector(
                  HttpConnector.through(network -> new RoutedWire(network, proxies.routes())),
                  PROBE));
      census = new Census(subject, probe);
      kafka = add(EmbeddedKafka.start(folder.resolve("kafka"), 0));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  Subject subject() {
    return subject;
  }

  Proxies proxies() {
    return proxies;
  }

  /** What the destination stored for an operation, also by the drill's own sends. */
  Count count(Operation operation) {
    List<Exchange> writes = new ArrayList<>(proxies.tagged("write " + operation.id()));
    writes.addAll(proxies.tagged("write " + operation.id() + PROBE));
    return census.count(operation, writes);
  }

  HoldingWire.Holds holds() {
    return holds;
  }

  /** Calls the destination past all ledgers and rules. */
  Connector probe() {
    return probe;
  }

  /** An operation for a scenario; {@code more} tells it from others of the same scenario. */
  Operation operation(Sample sample, String scenario, String more) {
    return sample.operation(subject.destination(), run + "-" + scenario + more);
  }

  /** The lane, started with its workers when it is asked for first. */
  synchronized Lane lane(Scenario.LaneKind kind) throws InterruptedException {
    Lane known = lanes.get(kind);
    if (known != null) {
      return known;
    }
    int partitions = kind == Scenario.LaneKind.COMMON ? WORKERS : 1;
    String name = kind.name().toLowerCase(java.util.Locale.ROOT);
    Lane lane = add(Lane.start(kafka, name, folder.resolve(name), subject.alone(), partitions));
    if (kind != Scenario.LaneKind.FRAIL) {
      for (int worker = 1; worker <= partitions; worker++) {
        lane.work("worker-" + worker, workerConnector());
      }
    }
    lanes.put(kind, lane);
    return lane;
  }

  /** The lanes that were started. */
  synchronized Map<Scenario.LaneKind, Lane> lanes() {
    return Map.copyOf(lanes);
  }

  private Connector workerConnector() {
    return new NamingConnector(
        HttpConnector.through(
            network -> new HoldingWire(new RoutedWire(network, proxies.routes()), holds)));
  }

  /** The operation as its ledger shows it; missing while that does not know it. */
  static JsonNode view(Lane lane, String id) {
    return lane.client()
        .operation(id)
        .orElse(com.fasterxml.jackson.databind.node.MissingNode.getInstance());
  }

  @Override
  public void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        // The others must be closed all the same; all data is in a folder that goes.
      }
    }
  }
}
