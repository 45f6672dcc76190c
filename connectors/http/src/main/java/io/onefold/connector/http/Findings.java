package io.onefold.connector.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Found;
import io.onefold.connector.Observation.Inconclusive;
import io.onefold.destination.HttpContract.Item;
import io.onefold.destination.HttpContract.Readback;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Turns found items into an observation. Pure, apart from the masker it uses. */
final class Findings {
  private static final int LISTED_IDS = 10;

  private final Item contract;
  private final Content content;
  private final Masker masker;
  private final Optional<String> knownUrl;

  Findings(Item contract, Content content, Masker masker, Optional<String> knownUrl) {
    this.contract = contract;
    this.content = content;
    this.masker = masker;
    this.knownUrl = knownUrl;
  }

  /**
   * The items that belong to this operation: all of them, or those that the declared comparison
   * picks.
   */
  List<JsonNode> own(Readback entry, List<JsonNode> items) {
    return items.stream()
        .filter(item -> content.firstDifference(entry.match(), item).isEmpty())
        .toList();
  }

  /** Those that are more than the trace of an attempt that failed. */
  List<JsonNode> effects(List<JsonNode> own) {
    return own.stream()
        .filter(item -> contract.failed().isEmpty() || !Json.holds(contract.failed(), item))
        .toList();
  }

  /** Judges at least one item. Items of other accounts count only if there is no other. */
  Observation judge(String method, List<JsonNode> items) {
    List<ItemReading> readings = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (JsonNode item : items) {
      ItemReading reading = ItemReading.of(contract, content, item);
      if (contract.providerId().isPresent() && reading.providerId().isEmpty()) {
        return new Inconclusive(
            Inconclusive.Why.UNREADABLE,
            method,
            "Asked by %s: it shows something without an id at %s"
                .formatted(method, contract.providerId().get()));
      }
      // Pages may overlap, so the same id twice is one item.
      if (reading.providerId().isEmpty() || ids.add(reading.providerId().get())) {
        readings.add(reading);
      }
    }
    List<ItemReading> own =
        readings.stream().filter(one -> one.kind() != Found.Kind.WRONG_ACCOUNT).toList();
    return own.size() > 1
        ? many(method, own)
        : found(method, own.isEmpty() ? readings.getFirst() : own.getFirst());
  }

  private Found many(String method, List<ItemReading> readings) {
    String ids =
        readings.stream()
            .limit(LISTED_IDS)
            .map(one -> one.providerId().orElse("one without id"))
            .collect(Collectors.joining(", "));
    return new Found(
        Found.Kind.MANY,
        method,
        readings.size(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        masker.mask(
            "Asked by %s: %d items belong to this operation: %s%s"
                .formatted(
                    method, readings.size(), ids, readings.size() > LISTED_IDS ? ", …" : "")));
  }

  private Found found(String method, ItemReading reading) {
    return new Found(
        reading.kind(),
        method,
        1,
        reading.providerId().map(masker::maskReference),
        reading.publicUrl().map(masker::maskReference).or(() -> knownUrl),
        Optional.of(reading.observedHash()),
        reading.normalisers(),
        masker.mask("Asked by " + method + ": " + reading.message()));
  }

  /** The thing was there and is removed. */
  Found gone(String method, Optional<String> providerId, String message) {
    return new Found(
        Found.Kind.REMOVED,
        method,
        1,
        providerId,
        knownUrl,
        Optional.empty(),
        List.of(),
        masker.mask("Asked by " + method + ": " + message));
  }

  /** What the id says about a search hit, told as the search's finding. */
  Found confirmed(Found byId, Found hit) {
    return new Found(
        byId.kind(),
        hit.method(),
        byId.matches(),
        byId.providerId().or(hit::providerId),
        byId.publicUrl().or(hit::publicUrl),
        byId.observedHash(),
        byId.normalisers(),
        byId.message() + " (found by " + hit.method() + ", confirmed by id)");
  }
}
