package io.onefold.connector.worker;

import io.onefold.connector.Connector;
import io.onefold.destination.Destination;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The contracts that this worker serves, each with its connector. */
public final class Catalogue {
  /**
   * A contract and who speaks to its destination.
   *
   * @param destination the contract
   * @param connector the connector that it names
   */
  public record Entry(Destination destination, Connector connector) {}

  private final Map<String, Entry> entries = new HashMap<>();

  /**
   * Pairs contracts with connectors.
   *
   * @param destinations the contracts of the worker's pool
   * @param connectors the worker's connectors
   * @throws IllegalArgumentException if a contract names a connector that is not there, or two
   *     connectors share a name
   */
  public Catalogue(
      Iterable<? extends Destination> destinations, Iterable<? extends Connector> connectors) {
    Map<String, Connector> byName = new HashMap<>();
    for (Connector connector : connectors) {
      if (byName.putIfAbsent(connector.name(), connector) != null) {
        throw new IllegalArgumentException(
            "two connectors of this worker are named " + connector.name());
      }
    }
    for (Destination destination : destinations) {
      Connector connector = byName.get(destination.connector());
      if (connector == null) {
        throw new IllegalArgumentException(
            "destination "
                + destination.name()
                + " needs connector "
                + destination.connector()
                + " but this worker has only "
                + byName.keySet().stream().sorted().toList());
      }
      entries.put(destination.name(), new Entry(destination, connector));
    }
  }

  /** The contract of this name; empty: this worker does not serve it. */
  public Optional<Entry> find(String destination) {
    return Optional.ofNullable(entries.get(destination));
  }

  /** Why a command under this contract hash may not be followed; empty: it may. */
  Optional<String> mismatch(String destination, String contractHash) {
    Entry entry = entries.get(destination);
    if (entry == null) {
      return Optional.of("This worker does not serve destination " + destination + ".");
    }
    if (!entry.destination().hash().equals(contractHash)) {
      return Optional.of(
          "The ledger follows contract "
              + contractHash
              + " of destination "
              + destination
              + ", this worker "
              + entry.destination().hash()
              + ".");
    }
    return Optional.empty();
  }

  AccountKey account(String destination) {
    return find(destination)
        .map(entry -> AccountKey.of(entry.destination()))
        .orElseGet(() -> AccountKey.unknown(destination));
  }
}
