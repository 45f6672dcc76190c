package io.onefold.connector.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import io.onefold.connector.wire.Exchange;
import io.onefold.connector.wire.Route;
import io.onefold.connector.wire.Wire;
import io.onefold.destination.Auth;
import io.onefold.destination.Tls;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Access tokens of OAuth 2 servers, kept until shortly before they end. Callers never wait for each
 * other: behind one server that hangs, the leases of all others would run out. Thread-safe.
 */
final class Tokens {
  /** Where the server does not say how long its token lasts. */
  private static final Duration UNSTATED = Duration.ofMinutes(1);

  private static final Duration LONGEST = Duration.ofDays(1);
  private static final Duration EARLIER = Duration.ofSeconds(30);
  private static final List<String> NOT_TAKEN = List.of("invalid_client", "unauthorized_client");

  private final Wire wire;
  private final HttpSettings settings;
  private final LongSupplier nanoTime;
  private final Map<String, Kept> kept = new ConcurrentHashMap<>();

  Tokens(Wire wire, HttpSettings settings, LongSupplier nanoTime) {
    this.wire = wire;
    this.settings = settings;
    this.nanoTime = nanoTime;
  }

  /**
   * A token for a request.
   *
   * @param whose names the client at its server, without giving its secret away
   * @param fresh true if it was fetched for this request
   */
  record Token(String whose, String value, boolean fresh) {
    @Override
    public String toString() {
      return whose;
    }
  }

  private record Kept(String value, long until) {}

  /**
   * A token that still lasts, or a new one.
   *
   * @throws TokenException if there is none
   * @throws io.onefold.destination.ExpansionException if a secret is missing
   */
  Token of(Auth.OAuth2 auth, Optional<Tls> tls, OperationTexts texts) {
    URI url = texts.url(auth.tokenUrl());
    String id = texts.text(auth.clientId());
    String secret = texts.text(auth.clientSecret());
    String all =
        String.join(
            "\n",
            url.toString(),
            id,
            secret,
            auth.scope().orElse(""),
            auth.audience().orElse(""),
            auth.clientAuth().name());
    String whose = HexFormat.of().formatHex(WriteCall.sha256(all.getBytes(StandardCharsets.UTF_8)));
    long now = nanoTime.getAsLong();
    Optional<Kept> lasting =
        Optional.ofNullable(kept.get(whose)).filter(it -> it.until() - now > 0);
    Token token =
        lasting
            .map(it -> new Token(whose, it.value(), false))
            .orElseGet(() -> fetched(whose, request(auth, url, id, secret, tls, texts), now));
    texts.masker().remember(token.value());
    return token;
  }

  /** The destination did not take it: it is not used again. */
  void drop(Token token) {
    kept.computeIfPresent(
        token.whose(), (whose, it) -> it.value().equals(token.value()) ? null : it);
  }

  private Call request(
      Auth.OAuth2 auth,
      URI url,
      String id,
      String secret,
      Optional<Tls> tls,
      OperationTexts texts) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", "client_credentials");
    auth.scope().ifPresent(scope -> form.put("scope", scope));
    auth.audience().ifPresent(audience -> form.put("audience", audience));
    Map<String, String> headers = texts.headers(Map.of(), Map.of());
    headers.put("Content-Type", "application/x-www-form-urlencoded");
    headers.put("Cache-Control", "no-cache");
    switch (auth.clientAuth()) {
      case BODY -> {
        form.put("client_id", id);
        form.put("client_secret", secret);
      }
      case BASIC -> {
        // RFC 6749, section 2.3.1: both parts are form-encoded first.
        String pair = Credentials.base64(encoded(id) + ":" + encoded(secret));
        texts.masker().remember(pair);
        headers.put("Authorization", "Basic " + pair);
      }
    }
    byte[] body =
        form.entrySet().stream()
            .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
            .collect(Collectors.joining("&"))
            .getBytes(StandardCharsets.UTF_8);
    return new Call(
        "POST", url, headers, body, settings.readTimeout(), new Route(tls, Route.PeerRule.ANY));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private Token fetched(String whose, Call request, long now) {
    Answer answer =
        switch (wire.read(request)) {
          case Exchange.Answered answered -> answered.answer();
          case Exchange.NotStarted none ->
              throw TokenException.unavailable(none.why(), noToken(none.message()));
          case Exchange.Lost lost -> throw unavailable(lost.message());
        };
    Optional<JsonNode> body = Json.parse(answer.body());
    String error = body.flatMap(json -> Json.text(json, "/error")).orElse("");
    if (NOT_TAKEN.contains(error) || answer.status() == 401) {
      throw TokenException.refused(
          "The authorization server does not take the client's credentials: it answered %d %s"
              .formatted(answer.status(), error)
              .strip());
    }
    Optional<String> value = body.flatMap(json -> Json.text(json, "/access_token"));
    String type = body.flatMap(json -> Json.text(json, "/token_type")).orElse("Bearer");
    if (answer.status() != 200 || value.isEmpty()) {
      throw unavailable("it answered %d %s".formatted(answer.status(), error).strip());
    }
    if (!type.equalsIgnoreCase("Bearer") || !value.get().matches("[\\x21-\\x7e]+")) {
      throw unavailable("it gave a token that is no bearer token");
    }
    Duration lasts =
        body.flatMap(json -> Json.text(json, "/expires_in"))
            .filter(text -> text.matches("\\d{1,9}"))
            .map(text -> Duration.ofSeconds(Long.parseLong(text)))
            .orElse(UNSTATED);
    kept.put(whose, new Kept(value.get(), now + usable(lasts).toNanos()));
    return new Token(whose, value.get(), true);
  }

  // A token must not end on its way: half a minute is kept, of short ones a fifth.
  private static Duration usable(Duration lasts) {
    Duration fifth = lasts.dividedBy(5);
    Duration rest = lasts.minus(fifth.compareTo(EARLIER) < 0 ? fifth : EARLIER);
    return rest.compareTo(LONGEST) > 0 ? LONGEST : rest;
  }

  private static TokenException unavailable(String why) {
    return TokenException.unavailable(NotSent.Why.IDENTITY_UNKNOWN, noToken(why));
  }

  private static String noToken(String why) {
    return "The authorization server gave no token: " + why;
  }
}
