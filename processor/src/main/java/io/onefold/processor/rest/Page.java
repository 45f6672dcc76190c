package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A part of a list in the order of operation IDs.
 *
 * @param next the key after which the list goes on; empty at its end
 */
record Page(List<JsonNode> items, Optional<String> next) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Comparator<JsonNode> ORDER = Comparator.comparing(Page::key);

  Page {
    items = List.copyOf(items);
  }

  /** The page that an answer of another instance holds. */
  static Page parse(byte[] answer) {
    JsonNode json;
    try {
      json = JSON.readTree(answer);
    } catch (IOException e) {
      throw Problem.of(
              ProblemType.UNAVAILABLE, "another instance gave an answer that is no list; try again")
          .exception();
    }
    List<JsonNode> items = new ArrayList<>();
    json.path("items").forEach(items::add);
    JsonNode next = json.path("next");
    return new Page(
        items, next.isTextual() ? Optional.of(Query.keyOf(next.textValue())) : Optional.empty());
  }

  /**
   * One page of several. A page that ends early says nothing about what comes after, so nothing
   * beyond the earliest such end is taken.
   */
  static Page merged(List<Page> pages, int limit) {
    Optional<String> bound =
        pages.stream().flatMap(page -> page.next().stream()).min(Comparator.naturalOrder());
    List<JsonNode> items =
        pages.stream()
            .flatMap(page -> page.items().stream())
            .filter(item -> bound.isEmpty() || key(item).compareTo(bound.get()) <= 0)
            .sorted(ORDER)
            .toList();
    if (items.size() > limit) {
      List<JsonNode> cut = items.subList(0, limit);
      return new Page(cut, Optional.of(key(cut.get(limit - 1))));
    }
    return new Page(items, bound);
  }

  ObjectNode render() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.putArray("items").addAll(items);
    json.put("next", next.map(Query::cursorAfter).orElse(null));
    return json;
  }

  private static String key(JsonNode item) {
    return item.path("operationId").asText();
  }
}
