package io.onefold.connector.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.onefold.destination.HttpContract.Match;
import io.onefold.destination.Normaliser;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The approved content, compared with what a destination shows. Pure. */
final class Content {
  private final JsonNode sent;

  private Content(JsonNode sent) {
    this.sent = sent;
  }

  /**
   * The payload as JSON if its media type and bytes are, otherwise as one text, which the empty
   * pointer names.
   */
  static Content of(byte[] payload, String contentType) {
    boolean json = contentType.toLowerCase(Locale.ROOT).contains("json");
    return new Content(
        Optional.of(payload)
            .filter(bytes -> json)
            .flatMap(Json::parse)
            .orElseGet(() -> TextNode.valueOf(new String(payload, StandardCharsets.UTF_8))));
  }

  /**
   * Compares all fields.
   *
   * @return the pointer into the item of the first field that differs; empty if all agree
   */
  Optional<String> firstDifference(List<Match> matches, JsonNode item) {
    return matches.stream()
        .filter(match -> !agrees(match, match.normalise(), item))
        .map(Match::found)
        .findFirst();
  }

  /**
   * The normalisers without which the fields would differ: as few of the declared ones as bridge
   * it.
   */
  List<Normaliser> needed(List<Match> matches, JsonNode item) {
    Set<Normaliser> needed = EnumSet.noneOf(Normaliser.class);
    for (Match match : matches) {
      List<Normaliser> left = new ArrayList<>(match.normalise());
      for (Normaliser candidate : match.normalise()) {
        List<Normaliser> without = left.stream().filter(one -> one != candidate).toList();
        if (agrees(match, without, item)) {
          left = new ArrayList<>(without);
        }
      }
      needed.addAll(left);
    }
    return List.copyOf(needed);
  }

  private boolean agrees(Match match, List<Normaliser> normalisers, JsonNode item) {
    JsonNode approved = sent.at(match.sent());
    JsonNode found = item.at(match.found());
    if (approved.isMissingNode() || approved.isNull()) {
      // Destinations show a field that was never set in any of these ways.
      return found.isMissingNode()
          || found.isNull()
          || (found.isTextual() && found.asText().isEmpty());
    }
    boolean texts = approved.isTextual() && found.isTextual();
    boolean scalars = approved.isValueNode() && found.isValueNode() && !found.isNull();
    boolean comparedAsText = texts || (scalars && !normalisers.isEmpty());
    return comparedAsText
        ? Normaliser.applyAll(normalisers, approved.asText())
            .equals(Normaliser.applyAll(normalisers, found.asText()))
        : Json.equal(approved, found);
  }
}
