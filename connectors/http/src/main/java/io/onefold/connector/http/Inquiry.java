package io.onefold.connector.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.Observation.Inconclusive.Why;
import io.onefold.connector.ReadbackRequest;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import io.onefold.connector.wire.Exchange;
import io.onefold.connector.wire.Route;
import io.onefold.connector.wire.Wire;
import io.onefold.destination.HttpContract;
import io.onefold.destination.HttpContract.Readback;
import io.onefold.destination.HttpContract.Removed;
import io.onefold.destination.Template;
import io.onefold.destination.Tls;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Asks in one way and reads all pages. Only a readable 200 says anything; everything else cannot
 * tell.
 */
final class Inquiry {
  private static final List<Integer> REDIRECTS = List.of(301, 302, 303, 307, 308);
  private static final int MOST_REDIRECTS = 5;

  private final Wire wire;
  private final HttpSettings settings;
  private final HttpContract contract;
  private final OperationTexts texts;
  private final Credentials credentials;
  private final Optional<Instant> firstSentAt;

  Inquiry(
      Wire wire,
      HttpSettings settings,
      ReadbackRequest request,
      OperationTexts texts,
      Credentials credentials) {
    this.wire = wire;
    this.settings = settings;
    this.contract = request.destination().http();
    this.texts = texts;
    this.credentials = credentials;
    this.firstSentAt = request.firstSentAt();
  }

  /** One GET to an address of the contract's own. */
  Exchange get(URI url, Map<String, Template> more) {
    return get(url, more, Map.of());
  }

  private Exchange get(URI url, Map<String, Template> more, Map<String, String> accept) {
    Map<String, String> headers = texts.headers(contract.headers(), more);
    headers.putAll(accept);
    Route route = new Route(contract.tls(), Route.PeerRule.ANY);
    try {
      Optional<Tokens.Token> token = credentials.add(contract, texts, headers);
      Exchange exchange = read(url, headers, route);
      if (exchange instanceof Exchange.Answered(Answer answer)
          && credentials.outdated(token, answer.status())) {
        credentials.add(contract, texts, headers);
        return read(url, headers, route);
      }
      return exchange;
    } catch (TokenException e) {
      return new Exchange.NotStarted(e.why(), e.text());
    }
  }

  /** A cache on the way must ask the origin. */
  private Exchange read(URI url, Map<String, String> headers, Route route) {
    headers.put("Cache-Control", "no-cache");
    return wire.read(new Call("GET", url, headers, new byte[0], settings.readTimeout(), route));
  }

  private Exchange get(Readback entry, URI url) {
    Map<String, String> accept =
        entry.items().document() && !declaresAccept(entry) ? Map.of("Accept", "*/*") : Map.of();
    return entry.by() == Readback.By.PUBLIC_URL
        ? getAsThePublic(entry, url, accept)
        : get(url, entry.headers(), accept);
  }

  private boolean declaresAccept(Readback entry) {
    return Stream.concat(contract.headers().keySet().stream(), entry.headers().keySet().stream())
        .anyMatch("Accept"::equalsIgnoreCase);
  }

  /**
   * The public sees a public address without credentials. It comes from an answer, so it may lead
   * only where the contract allows, and even the secrets of the entry's own headers go only to
   * origins of the contract: not to another port of its host, and not in the clear.
   */
  private Exchange getAsThePublic(Readback entry, URI url, Map<String, String> accept) {
    EgressPolicy egress = new EgressPolicy(contract.egress(), OwnHosts.of(contract, texts));
    Optional<Route.PeerRule> peers = egress.peersOf(url.getHost());
    if (peers.isEmpty()) {
      return new Exchange.NotStarted(
          NotSent.Why.GIVEN_UP,
          "the address leads to %s, which is neither a host of the contract nor in `egress.allow`"
              .formatted(url.getHost()));
    }
    boolean own = OwnHosts.origins(contract, texts).contains(Call.origin(url));
    Map<String, Template> open = new LinkedHashMap<>(entry.headers());
    open.values().removeIf(value -> !own && !value.secrets().isEmpty());
    Map<String, String> headers = texts.headers(Map.of(), open);
    headers.putAll(accept);
    Optional<Tls> tls = contract.tls().filter(it -> own);
    return read(url, headers, new Route(tls, peers.get()));
  }

  /** Follows redirects where the contract says so, inside the origin that was asked. */
  private Exchange following(Readback entry, URI first) {
    URI url = first;
    for (int followed = 0; ; followed++) {
      Exchange exchange = get(entry, url);
      if (!entry.followsRedirects()
          || !(exchange instanceof Exchange.Answered(Answer answer))
          || !REDIRECTS.contains(answer.status())
          || answer.header("location").isEmpty()) {
        return exchange;
      }
      if (followed == MOST_REDIRECTS) {
        return stopped("it redirects more than %d times".formatted(MOST_REDIRECTS));
      }
      try {
        url = url.resolve(answer.header("location").get().strip());
      } catch (IllegalArgumentException e) {
        return stopped("it redirects to what is no address");
      }
      if (url.getHost() == null || !Call.origin(url).equals(Call.origin(first))) {
        return stopped("it redirects to another origin, which is not asked");
      }
    }
  }

  private static Exchange stopped(String why) {
    return new Exchange.NotStarted(NotSent.Why.GIVEN_UP, why);
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
      Exchange exchange = following(entry, url);
      if (!(exchange instanceof Exchange.Answered(Answer answer))) {
        return new Reply.CannotTell(Why.UNAVAILABLE, "no answer came" + why(exchange));
      }
      Optional<Reply> end = end(entry, answer);
      if (end.isPresent()) {
        return end.get();
      }
      Listing page = Listing.of(entry.items(), answer).orElseThrow();
      boolean past = addItems(entry, page, items);
      doubt = doubt.or(() -> doubt(entry, page, answer));
      if (past) {
        return new Reply.Items(items, doubt);
      }
      Optional<URI> next;
      try {
        URI current = url;
        next =
            entry
                .next()
                .flatMap(paging -> NextPage.of(paging, answer, page.body(), page.items(), current));
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

  private static String why(Exchange exchange) {
    return switch (exchange) {
      case Exchange.NotStarted none -> ": " + none.message();
      case Exchange.Lost lost -> ": " + lost.message();
      case Exchange.Answered answered -> "";
    };
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
    return Listing.of(entry.items(), answer).isPresent()
        ? Optional.empty()
        : Optional.of(
            new Reply.CannotTell(
                Why.UNREADABLE,
                "it answered 200 without readable items"
                    + (entry.items().at().isEmpty() ? "" : " at " + entry.items().at())));
  }

  /**
   * By declaration, or because 410 for an address of one thing says by itself that the thing was
   * there.
   */
  private boolean isRemoved(Readback entry, int status) {
    boolean declared =
        entry.items().at().isEmpty()
            && contract.item().removed().map(Removed::status).orElse(List.of()).contains(status);
    return declared || (status == 410 && entry.by() == Readback.By.ID);
  }

  /** True if the page went past the time of the operation, so that no more can come. */
  private boolean addItems(Readback entry, Listing page, List<JsonNode> items) {
    boolean past = false;
    for (JsonNode item : page.items()) {
      boolean older =
          entry.since().filter(since -> Age.isOlder(since, firstSentAt, item)).isPresent();
      // The last one tells: what is pinned to the top may be older than all that follow.
      past = older && entry.since().get().newestFirst();
      if (!older) {
        items.add(item);
      }
    }
    return past;
  }

  private static Optional<Reply.CannotTell> doubt(Readback entry, Listing page, Answer answer) {
    Optional<String> mark = answer.cacheMark();
    if (mark.isPresent()) {
      return Optional.of(
          new Reply.CannotTell(Why.CACHED, "nothing, but from a cache (" + mark.get() + ")"));
    }
    // One thing is no list: what is not this operation's may as well be a message. So may a
    // document at the address of one thing.
    boolean one = page.single() || (entry.items().document() && entry.by() == Readback.By.ID);
    return one
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
