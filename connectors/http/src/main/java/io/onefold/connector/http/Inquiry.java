package io.onefold.connector.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.Observation.Inconclusive.Why;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import io.onefold.connector.wire.Exchange;
import io.onefold.connector.wire.Wire;
import io.onefold.destination.HttpContract;
import io.onefold.destination.HttpContract.Readback;
import io.onefold.destination.HttpContract.Removed;
import io.onefold.destination.Template;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Asks in one way and reads all pages. Only a readable 200 says anything; everything else cannot
 * tell.
 */
final class Inquiry {
  private final Wire wire;
  private final HttpSettings settings;
  private final HttpContract contract;
  private final OperationTexts texts;

  Inquiry(Wire wire, HttpSettings settings, HttpContract contract, OperationTexts texts) {
    this.wire = wire;
    this.settings = settings;
    this.contract = contract;
    this.texts = texts;
  }

  /** The public sees a public address without credentials, and it may lead to any host. */
  private Exchange get(Readback entry, URI url) {
    boolean open = entry.by() == Readback.By.PUBLIC_URL;
    return get(url, open ? Map.of() : contract.headers(), entry.headers());
  }

  /** One GET with the headers of the contract. */
  Exchange get(URI url, Map<String, Template> more) {
    return get(url, contract.headers(), more);
  }

  /** A cache on the way must ask the origin. */
  private Exchange get(URI url, Map<String, Template> common, Map<String, Template> more) {
    Map<String, String> headers = texts.headers(common, more);
    headers.put("Cache-Control", "no-cache");
    return wire.read(new Call("GET", url, headers, new byte[0], settings.readTimeout()));
  }

  /**
   * Asks.
   *
   * @throws io.onefold.destination.ExpansionException if the address cannot be filled
   */
  Reply ask(Readback entry) {
    URI url = texts.url(entry.url());
    String origin = Call.origin(url);
    Set<URI> asked = new HashSet<>();
    List<JsonNode> items = new ArrayList<>();
    Optional<Reply.CannotTell> doubt = Optional.empty();
    while (asked.add(url)) {
      if (asked.size() > settings.maxPages()) {
        return incomplete("there are more than " + settings.maxPages() + " pages");
      }
      if (!(get(entry, url) instanceof Exchange.Answered(Answer answer))) {
        return new Reply.CannotTell(Why.UNAVAILABLE, "no answer came");
      }
      Optional<Reply> end = end(entry, answer);
      if (end.isPresent()) {
        return end.get();
      }
      JsonNode body = Json.parse(answer.body()).orElseThrow();
      addItems(entry, body, items);
      doubt = doubt.or(() -> doubt(entry, answer, body));
      Optional<URI> next;
      try {
        URI current = url;
        next = entry.next().flatMap(paging -> NextPage.of(paging, answer, body, current));
      } catch (IllegalArgumentException e) {
        return incomplete("the next page is no address");
      }
      if (next.isEmpty()) {
        return new Reply.Items(items, doubt.or(() -> hinted(answer)));
      }
      url = next.get();
      if (url.getHost() == null || !Call.origin(url).equals(origin)) {
        return incomplete("the next page is at another origin, which is not asked");
      }
    }
    return incomplete("the next page is one that was read already");
  }

  /** What ends the asking with this answer; empty if it lists items. */
  private Optional<Reply> end(Readback entry, Answer answer) {
    boolean single = entry.by() == Readback.By.ID || entry.by() == Readback.By.PUBLIC_URL;
    int status = answer.status();
    if (isRemoved(entry, status)) {
      return Optional.of(new Reply.Gone("it answered " + status + ": removed"));
    }
    if (single && status == 404) {
      return Optional.of(
          answer
              .cacheMark()
              .<Reply>map(
                  mark -> new Reply.CannotTell(Why.CACHED, "404 from a cache (" + mark + ")"))
              .orElseGet(() -> new Reply.Absent("it answered 404")));
    }
    if (status != 200) {
      return Optional.of(new Reply.CannotTell(Why.UNAVAILABLE, "it answered " + status));
    }
    boolean readable = Json.parse(answer.body()).filter(body -> hasItems(entry, body)).isPresent();
    return readable
        ? Optional.empty()
        : Optional.of(
            new Reply.CannotTell(
                Why.UNREADABLE,
                "it answered 200 without readable items"
                    + (entry.items().isEmpty() ? "" : " at " + entry.items())));
  }

  /**
   * By declaration, or because 410 for an address of one thing says by itself that the thing was
   * there.
   */
  private boolean isRemoved(Readback entry, int status) {
    boolean declared =
        entry.items().isEmpty()
            && contract.item().removed().map(Removed::status).orElse(List.of()).contains(status);
    return declared || (status == 410 && entry.by() == Readback.By.ID);
  }

  private static boolean hasItems(Readback entry, JsonNode body) {
    JsonNode node = body.at(entry.items());
    if (node.isArray()) {
      for (JsonNode element : node) {
        if (!element.isObject()) {
          return false;
        }
      }
      return true;
    }
    return node.isObject();
  }

  private static void addItems(Readback entry, JsonNode body, List<JsonNode> items) {
    JsonNode node = body.at(entry.items());
    if (node.isArray()) {
      node.forEach(items::add);
    } else {
      items.add(node);
    }
  }

  private static Optional<Reply.CannotTell> doubt(Readback entry, Answer answer, JsonNode body) {
    Optional<String> mark = answer.cacheMark();
    if (mark.isPresent()) {
      return Optional.of(
          new Reply.CannotTell(Why.CACHED, "nothing, but from a cache (" + mark.get() + ")"));
    }
    // One thing is no list: what is not this operation's may as well be a message.
    return body.at(entry.items()).isObject()
        ? Optional.of(
            new Reply.CannotTell(
                Why.UNREADABLE, "it shows one thing, which is not this operation's"))
        : Optional.empty();
  }

  /** The last page by the contract must be the last one by its own word, too. */
  private static Optional<Reply.CannotTell> hinted(Answer answer) {
    return NextPage.isHinted(answer)
        ? Optional.of(incomplete("the answer has a next page where the contract declares none"))
        : Optional.empty();
  }

  private static Reply.CannotTell incomplete(String why) {
    return new Reply.CannotTell(Why.INCOMPLETE, why);
  }
}
