package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.codec.StoredDestination;
import io.onefold.destination.Destinations;
import io.onefold.processor.store.OperationStore;
import io.onefold.processor.view.DestinationView;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Destinations as answers. Thread-safe. */
@Singleton
final class DestinationAnswers {
  private final Destinations contracts;
  private final OperationStore store;

  DestinationAnswers(Destinations contracts, OperationStore store) {
    this.contracts = contracts;
    this.store = store;
  }

  /**
   * A destination whose control is here.
   *
   * @throws ProblemException if neither a contract nor the ledger knows it
   */
  StoredDestination get(String name) {
    StoredDestination stored = store.destination(name, name);
    if (contracts.find(name).isEmpty() && stored.control().sequence() == 0) {
      throw Problem.of(
              ProblemType.NO_SUCH_DESTINATION,
              "destination",
              "there is no destination '%s'; this ledger knows %s"
                  .formatted(name, String.join(", ", contracts.byName().keySet())))
          .exception();
    }
    return stored;
  }

  ObjectNode render(StoredDestination stored) {
    return DestinationView.render(stored.control(), contracts.find(stored.name()));
  }

  /**
   * All destinations by name: those of the contracts, and those that are suspended without one.
   *
   * @param elsewhere what other instances answered; of each destination the newest news count
   */
  List<JsonNode> list(List<byte[]> elsewhere) {
    Map<String, JsonNode> newest = new TreeMap<>();
    contracts
        .byName()
        .keySet()
        .forEach(name -> newest.put(name, render(StoredDestination.untouched(name))));
    store.destinations().forEach(stored -> add(newest, render(stored)));
    elsewhere.forEach(
        answer -> DestinationController.items(answer).forEach(item -> add(newest, item)));
    return List.copyOf(newest.values());
  }

  private static void add(Map<String, JsonNode> newest, JsonNode item) {
    newest.merge(
        item.path("name").asText(),
        item,
        (one, other) -> sequence(one) >= sequence(other) ? one : other);
  }

  private static long sequence(JsonNode item) {
    return item.path("sequence").asLong();
  }
}
