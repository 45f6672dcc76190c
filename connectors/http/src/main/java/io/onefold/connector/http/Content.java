package io.onefold.connector.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.onefold.connector.ReadbackRequest;
import io.onefold.destination.BodyRenderer;
import io.onefold.destination.HttpContract.Match;
import io.onefold.destination.Normaliser;
import io.onefold.destination.Template;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The approved content, compared with what a destination shows. */
final class Content {
  private final JsonNode sent;
  private final Supplier<byte[]> body;
  private final Function<Template, String> filled;

  private Content(JsonNode sent, Supplier<byte[]> body, Function<Template, String> filled) {
    this.sent = sent;
    this.body = body;
    this.filled = filled;
  }

  /**
   * The payload as JSON if its media type and bytes are, otherwise as one text, which the empty
   * pointer names.
   */
  static Content of(byte[] payload, String contentType) {
    return new Content(json(payload, contentType), () -> payload, Template::text);
  }

  /** The content of an operation, with what its write carried and with values of the contract. */
  static Content of(ReadbackRequest request, OperationTexts texts) {
    return new Content(
        json(request.payload(), request.contentType()),
        () ->
            BodyRenderer.render(
                    request.destination().http().send().body(),
                    request.operationId(),
                    request.attributes(),
                    request.payload())
                .bytes(),
        texts::text);
  }

  private static JsonNode json(byte[] payload, String contentType) {
    boolean json = contentType.toLowerCase(Locale.ROOT).contains("json");
    return Optional.of(payload)
        .filter(bytes -> json)
        .flatMap(Json::parse)
        .orElseGet(() -> TextNode.valueOf(new String(payload, StandardCharsets.UTF_8)));
  }

  /**
   * Compares all fields.
   *
   * @return the pointer into the item of the first field that differs; empty if all agree
   * @throws io.onefold.destination.ExpansionException if a value of the contract cannot be filled
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

  /**
   * True if the item is picked by these comparisons, one of which must have something to compare:
   * else every item of a list would be the operation's whose payload lacks what is looked for.
   *
   * @throws CallNotPossibleException if none has
   * @throws io.onefold.destination.ExpansionException if a value of the contract cannot be filled
   */
  boolean picks(List<Match> matches, JsonNode item) {
    if (!matches.isEmpty() && matches.stream().map(this::approved).allMatch(Content::isNothing)) {
      throw new CallNotPossibleException(
          "the payload has nothing at %s, by which its item could be told from others"
              .formatted(matches.stream().map(Match::sent).collect(Collectors.joining(", "))));
    }
    return firstDifference(matches, item).isEmpty();
  }

  private static boolean isNothing(JsonNode approved) {
    return approved.isMissingNode()
        || approved.isNull()
        || (approved.isTextual() && approved.asText().isEmpty())
        || (approved.isContainerNode() && approved.isEmpty());
  }

  private boolean agrees(Match match, List<Normaliser> normalisers, JsonNode item) {
    JsonNode found = item.at(match.found());
    if (match.digest().isPresent()) {
      String digest = match.digest().get().of(bytes(match, normalisers));
      return found.isTextual() && sameDigest(digest, found.asText());
    }
    JsonNode approved = approved(match);
    if (match.each()) {
      if (!approved.isObject() && !approved.isMissingNode() && !approved.isNull()) {
        return false;
      }
      return approved.properties().stream()
          .allMatch(
              member ->
                  found.has(member.getKey())
                      && same(member.getValue(), found.get(member.getKey()), normalisers));
    }
    if (approved.isMissingNode() || approved.isNull()) {
      // Destinations show a field that was never set in any of these ways.
      return !match.contains()
          && (found.isMissingNode()
              || found.isNull()
              || (found.isTextual() && found.asText().isEmpty()));
    }
    if (match.contains()) {
      String part = Normaliser.applyAll(normalisers, approved.asText());
      return areScalars(approved, found)
          && !part.isEmpty()
          && Normaliser.applyAll(normalisers, found.asText()).contains(part);
    }
    return match.value().isPresent()
        ? areScalars(approved, found) && sameText(approved, found, normalisers)
        : same(approved, found, normalisers);
  }

  private static boolean same(JsonNode approved, JsonNode found, List<Normaliser> normalisers) {
    boolean texts = approved.isTextual() && found.isTextual();
    return (texts || (areScalars(approved, found) && !normalisers.isEmpty()))
        ? sameText(approved, found, normalisers)
        : Json.equal(approved, found);
  }

  private static boolean areScalars(JsonNode approved, JsonNode found) {
    return approved.isValueNode() && found.isValueNode() && !found.isNull();
  }

  private static boolean sameText(JsonNode approved, JsonNode found, List<Normaliser> normalisers) {
    return Normaliser.applyAll(normalisers, approved.asText())
        .equals(Normaliser.applyAll(normalisers, found.asText()));
  }

  private JsonNode approved(Match match) {
    if (match.value().isPresent()) {
      return TextNode.valueOf(filled.apply(match.value().get()));
    }
    return match.sent().equals(Match.BODY)
        ? TextNode.valueOf(new String(body.get(), StandardCharsets.UTF_8))
        : sent.at(match.sent());
  }

  private byte[] bytes(Match match, List<Normaliser> normalisers) {
    if (match.sent().equals(Match.BODY) && normalisers.isEmpty()) {
      return body.get();
    }
    JsonNode approved = approved(match);
    String text =
        approved.isContainerNode()
            ? new String(Json.canonical(approved), StandardCharsets.UTF_8)
            : approved.asText("");
    return Normaliser.applyAll(normalisers, text).getBytes(StandardCharsets.UTF_8);
  }

  // Hex digits are written in both cases, base64 is not.
  private static boolean sameDigest(String digest, String found) {
    return (digest.endsWith("=") || digest.length() == 24)
        ? digest.equals(found)
        : digest.equalsIgnoreCase(found);
  }
}
