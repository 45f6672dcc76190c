package io.onefold.standalone.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * A part of a list.
 *
 * @param next where the list goes on; empty at its end
 */
public record Page(List<JsonNode> items, Optional<String> next) {
  public Page {
    items = List.copyOf(items);
  }
}
