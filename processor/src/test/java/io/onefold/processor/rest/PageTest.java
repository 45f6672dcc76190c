package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PageTest {
  private static Page page(Optional<String> next, String... ids) {
    return new Page(
        Stream.of(ids)
            .<JsonNode>map(id -> JsonNodeFactory.instance.objectNode().put("operationId", id))
            .toList(),
        next);
  }

  private static List<String> ids(Page page) {
    return page.items().stream().map(item -> item.path("operationId").asText()).toList();
  }

  @Test
  void shouldTakeNothingBeyondAPageThatEndsEarly() {
    // given
    Page early = page(Optional.of("c"), "a", "c");
    Page whole = page(Optional.empty(), "b", "d");

    // when
    Page merged = Page.merged(List.of(early, whole), 10);

    // then
    assertEquals(List.of("a", "b", "c"), ids(merged));
    assertEquals(Optional.of("c"), merged.next());
  }

  @Test
  void shouldGoOnFromALookWithoutItemsWhenNothingMatchedYet() {
    // given
    Page nothing = page(Optional.of("m"));
    Page later = page(Optional.empty(), "z");

    // when
    Page merged = Page.merged(List.of(nothing, later), 10);

    // then
    assertEquals(List.of(), ids(merged));
    assertEquals(Optional.of("m"), merged.next());
  }

  @Test
  void shouldCutToTheLimit() {
    // when
    Page merged =
        Page.merged(List.of(page(Optional.empty(), "a", "c"), page(Optional.empty(), "b", "d")), 3);

    // then
    assertEquals(List.of("a", "b", "c"), ids(merged));
    assertEquals(Optional.of("c"), merged.next());
  }

  @Test
  void shouldEndWhenAllPagesEnd() {
    // when
    Page merged = Page.merged(List.of(page(Optional.empty(), "a"), page(Optional.empty(), "b")), 2);

    // then
    assertEquals(Optional.empty(), merged.next());
  }
}
