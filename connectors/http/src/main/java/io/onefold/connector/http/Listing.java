package io.onefold.connector.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.wire.Answer;
import io.onefold.destination.Digest;
import io.onefold.destination.HttpContract.Items;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The items of one answer. Pure.
 *
 * @param body the answer as JSON; for a document the item that stands for it
 * @param single true if the answer shows one thing instead of a list
 */
record Listing(JsonNode body, List<JsonNode> items, boolean single) {
  private static final String EACH = "/*";

  Listing {
    items = List.copyOf(items);
  }

  /** Reads; empty if the answer is not what the contract declares. */
  static Optional<Listing> of(Items declared, Answer answer) {
    if (declared.document()) {
      return Optional.of(answer)
          .filter(Answer::readable)
          .map(Listing::document)
          .map(item -> new Listing(item, List.of(item), false));
    }
    return Json.parse(answer.body()).flatMap(body -> of(declared, body));
  }

  private static Optional<Listing> of(Items declared, JsonNode body) {
    String at = declared.at();
    if (at.contains(EACH)) {
      List<JsonNode> items = new ArrayList<>();
      boolean whole = collect(body, at, true, declared.missingIsNone(), items);
      return whole ? list(body, items) : Optional.empty();
    }
    JsonNode node = body.at(at);
    if (node.isArray()) {
      List<JsonNode> items = new ArrayList<>();
      node.forEach(items::add);
      return list(body, items);
    }
    if (declared.missingIsNone() && body.isObject() && (node.isMissingNode() || node.isNull())) {
      return Optional.of(new Listing(body, List.of(), false));
    }
    return node.isObject() ? Optional.of(new Listing(body, List.of(node), true)) : Optional.empty();
  }

  private static Optional<Listing> list(JsonNode body, List<JsonNode> items) {
    return items.stream().allMatch(JsonNode::isObject)
        ? Optional.of(new Listing(body, items, false))
        : Optional.empty();
  }

  /**
   * Adds what stands at a place with steps that stand for each element.
   *
   * @param outermost true where nothing but the answer itself is above: a list that is missing
   *     there is no empty one, or any message would be an empty list
   * @return false if something else is there than what is declared
   */
  private static boolean collect(
      JsonNode node, String at, boolean outermost, boolean missingIsNone, List<JsonNode> items) {
    int star = at.indexOf(EACH);
    JsonNode there = node.at(star < 0 ? at : at.substring(0, star));
    if (there.isMissingNode() || there.isNull()) {
      return !outermost || (missingIsNone && node.isObject());
    }
    if (star < 0 && there.isObject()) {
      items.add(there);
      return true;
    }
    if (!there.isArray()) {
      return false;
    }
    String rest = star < 0 ? "" : at.substring(star + EACH.length());
    boolean whole = true;
    for (JsonNode element : there) {
      if (rest.isEmpty()) {
        items.add(element);
      } else {
        whole &= collect(element, rest, false, missingIsNone, items);
      }
    }
    return whole;
  }

  private static JsonNode document(Answer answer) {
    ObjectNode item = JsonNodeFactory.instance.objectNode();
    ObjectNode headers = item.putObject("headers");
    answer.headers().forEach((name, values) -> headers.put(name, String.join(", ", values)));
    byte[] bytes = answer.body();
    item.put("text", new String(bytes, StandardCharsets.UTF_8));
    item.put("size", bytes.length);
    item.put("sha256", Digest.SHA256.of(bytes));
    item.put("sha1", Digest.SHA1.of(bytes));
    item.put("md5", Digest.MD5.of(bytes));
    return item;
  }
}
