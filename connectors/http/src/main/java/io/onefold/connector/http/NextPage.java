package io.onefold.connector.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.wire.Answer;
import io.onefold.destination.HttpContract.Paging;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the address of the next page. A JSON Pointer may lead to an address or to a cursor; a
 * cursor goes into the query parameter that the pointer's last name gives after {@code next}:
 * {@code /meta/next_cursor} into {@code cursor}, {@code /nextPageToken} into {@code pageToken},
 * {@code /next} into {@code cursor}.
 */
final class NextPage {
  private static final Pattern LINK = Pattern.compile("<([^<>]*)>([^<>]*)");
  private static final Pattern REL = Pattern.compile("(?i);\\s*rel\\s*=\\s*\"?([^\";,]*)");

  private NextPage() {}

  /**
   * The next page.
   *
   * @return empty at the end
   * @throws IllegalArgumentException if what is there is no address
   */
  static Optional<URI> of(
      Paging paging, Answer answer, JsonNode body, List<JsonNode> items, URI current) {
    return switch (paging) {
      case Paging.Pointer(String pointer) when body.at(pointer).isContainerNode() ->
          throw new IllegalArgumentException(pointer + " leads to no text");
      case Paging.Cursor(String pointer, String query) when body.at(pointer).isContainerNode() ->
          throw new IllegalArgumentException(pointer + " leads to no text");
      case Paging.Cursor(String pointer, String query) ->
          Json.text(body, pointer)
              .filter(text -> !text.equals("false"))
              .map(cursor -> withParameter(current, query, cursor));
      case Paging.LastItem last -> afterLast(last, body, items, current);
      case Paging.LinkHeader link -> fromLink(answer).map(next -> resolve(current, next));
      case Paging.Pointer(String pointer) ->
          Json.text(body, pointer)
              .filter(text -> !text.equals("false"))
              .map(text -> fromText(text, pointer, current));
    };
  }

  private static Optional<URI> afterLast(
      Paging.LastItem last, JsonNode body, List<JsonNode> items, URI current) {
    boolean more = last.more().isEmpty() ? !items.isEmpty() : Json.holds(last.more(), body);
    if (!more) {
      return Optional.empty();
    }
    String value = items.isEmpty() ? "" : Json.text(items.getLast(), last.pointer()).orElse("");
    if (value.isEmpty()) {
      throw new IllegalArgumentException("the last item has nothing at " + last.pointer());
    }
    return Optional.of(withParameter(current, last.query(), value));
  }

  /**
   * True if the answer has a {@code Link} with {@code rel=next}, whether or not the contract
   * declares one.
   */
  static boolean isHinted(Answer answer) {
    return fromLink(answer).isPresent();
  }

  private static Optional<String> fromLink(Answer answer) {
    for (String header : answer.headers().getOrDefault("link", List.of())) {
      Matcher link = LINK.matcher(header);
      while (link.find()) {
        Matcher rel = REL.matcher(link.group(2));
        if (rel.find()
            && List.of(rel.group(1).strip().toLowerCase(java.util.Locale.ROOT).split("\\s+"))
                .contains("next")) {
          return Optional.of(link.group(1).strip());
        }
      }
    }
    return Optional.empty();
  }

  private static URI fromText(String text, String pointer, URI current) {
    boolean address =
        text.matches("(?i)https?://.*") || text.startsWith("/") || text.startsWith("?");
    return address ? resolve(current, text) : withParameter(current, parameter(pointer), text);
  }

  private static URI resolve(URI current, String reference) {
    // java.net.URI drops the last path segment for a reference that is only a query.
    return reference.startsWith("?")
        ? URI.create(withoutQuery(current) + reference)
        : current.resolve(reference);
  }

  static String parameter(String pointer) {
    String name = pointer.substring(pointer.lastIndexOf('/') + 1);
    String rest = name.replaceFirst("(?i)^next[_-]?", "");
    return rest.isEmpty() ? "cursor" : Character.toLowerCase(rest.charAt(0)) + rest.substring(1);
  }

  private static URI withParameter(URI current, String name, String value) {
    List<String> query = new ArrayList<>();
    if (current.getRawQuery() != null) {
      for (String part : current.getRawQuery().split("&", -1)) {
        if (!part.equals(name) && !part.startsWith(name + "=")) {
          query.add(part);
        }
      }
    }
    query.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20"));
    return URI.create(withoutQuery(current) + "?" + String.join("&", query));
  }

  private static String withoutQuery(URI url) {
    return url.toString().split("[?#]", 2)[0];
  }
}
