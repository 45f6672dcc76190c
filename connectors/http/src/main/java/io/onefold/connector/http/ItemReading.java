package io.onefold.connector.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.onefold.connector.Observation.Found;
import io.onefold.destination.HttpContract.Item;
import io.onefold.destination.HttpContract.Match;
import io.onefold.destination.Normaliser;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One item as the contract reads it. Pure.
 *
 * @param observedHash over the declared content values as they were shown, in the order of the
 *     contract; over the whole item if no content is declared
 */
record ItemReading(
    Found.Kind kind,
    Optional<String> providerId,
    Optional<String> publicUrl,
    String observedHash,
    List<Normaliser> normalisers,
    String message) {

  /** Reads; the gravest finding counts: wrong account, removed, incomplete, other content. */
  static ItemReading of(Item contract, Content content, JsonNode item) {
    Reader reader = new Reader(contract, item);
    if (contract
        .account()
        .filter(own -> !Json.holds(own.expectation(), item.at(own.at())))
        .isPresent()) {
      String at = contract.account().get().at();
      return reader.reading(
          Found.Kind.WRONG_ACCOUNT,
          "it belongs to another account: " + at + " is " + Json.text(item, at).orElse("absent"));
    }
    if (contract
        .removed()
        .filter(removed -> !removed.body().isEmpty() && Json.holds(removed.body(), item))
        .isPresent()) {
      return reader.reading(Found.Kind.REMOVED, "it is there, marked as removed");
    }
    if (!Json.holds(contract.complete(), item)) {
      return reader.reading(Found.Kind.PARTIAL, parts(contract, item));
    }
    Optional<String> difference = content.firstDifference(contract.content(), item);
    if (difference.isPresent()) {
      return reader.reading(
          Found.Kind.MISMATCH, "its content differs from what was approved at " + difference.get());
    }
    List<Normaliser> needed = content.needed(contract.content(), item);
    return needed.isEmpty()
        ? reader.reading(Found.Kind.MATCH, "it agrees with what was approved")
        : reader.normalised(needed);
  }

  private static String parts(Item contract, JsonNode item) {
    TreeSet<String> there = new TreeSet<>();
    TreeSet<String> missing = new TreeSet<>();
    contract
        .complete()
        .forEach((at, expected) -> (Json.holds(expected, item.at(at)) ? there : missing).add(at));
    return "it is not complete: as declared are %s; not as declared are %s"
        .formatted(there.isEmpty() ? "none" : there, missing);
  }

  /** What all readings of an item have in common. */
  private record Reader(Item contract, JsonNode item) {
    ItemReading reading(Found.Kind kind, String message) {
      return reading(kind, List.of(), message);
    }

    ItemReading normalised(List<Normaliser> needed) {
      String names = needed.stream().map(Normaliser::label).collect(Collectors.joining(", "));
      return reading(
          Found.Kind.NORMALISED, needed, "it agrees with what was approved after " + names);
    }

    private ItemReading reading(Found.Kind kind, List<Normaliser> normalisers, String message) {
      return new ItemReading(
          kind,
          contract.providerId().flatMap(at -> Json.text(item, at)),
          contract.publicUrl().flatMap(at -> Json.text(item, at)),
          "sha256:" + HexFormat.of().formatHex(WriteCall.sha256(Json.canonical(observed()))),
          normalisers,
          message);
    }

    private JsonNode observed() {
      if (contract.content().isEmpty()) {
        return item;
      }
      ArrayNode values = JsonNodeFactory.instance.arrayNode();
      for (Match match : contract.content()) {
        JsonNode value = item.at(match.found());
        values.add(value.isMissingNode() ? JsonNodeFactory.instance.nullNode() : value);
      }
      return values;
    }
  }
}
