package io.onefold.connector.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import io.onefold.connector.wire.Exchange;
import io.onefold.connector.wire.Route;
import io.onefold.connector.wire.Wire;
import io.onefold.destination.Destination;
import io.onefold.destination.HttpContract;
import io.onefold.destination.HttpContract.Identity;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Whose credentials these are: asked before the first call of a destination and again when the last
 * confirmation is older than the contract's {@code every} or of other secrets. Only a confirmation
 * is remembered. Thread-safe.
 */
final class Identities {
  /** What the probe found. */
  sealed interface Finding {
    /** The intended account, or the contract asks for no probe. */
    record Confirmed() implements Finding {}

    /** Another account or environment. */
    record Mismatch(String message) implements Finding {}

    /** The credentials are not taken at all. */
    record NotAuthorised(String message) implements Finding {}

    /** Nobody could tell. */
    record Unclear(String message) implements Finding {}
  }

  private static final Finding CONFIRMED = new Finding.Confirmed();

  private final Wire wire;
  private final HttpSettings settings;
  private final LongSupplier nanoTime;
  private final Credentials credentials;
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  Identities(Wire wire, HttpSettings settings, LongSupplier nanoTime, Credentials credentials) {
    this.wire = wire;
    this.settings = settings;
    this.nanoTime = nanoTime;
    this.credentials = credentials;
  }

  /**
   * Asks if need be. Callers never wait for each other: behind one question that hangs, the leases
   * of all others would run out. So while nothing is confirmed, each caller asks for itself.
   */
  Finding check(Destination destination, OperationTexts texts) {
    Optional<Identity> identity = destination.http().identity();
    if (identity.isEmpty()) {
      return CONFIRMED;
    }
    // Resolved here, because secrets rotate: what was confirmed of one says nothing about another.
    Map<String, String> headers =
        texts.headers(destination.http().headers(), identity.get().headers());
    Optional<Tokens.Token> token;
    try {
      token = credentials.add(destination.http(), texts, headers);
    } catch (TokenException e) {
      return e.isRefused()
          ? new Finding.NotAuthorised(e.text())
          : new Finding.Unclear("The identity probe could not be sent: " + e.text());
    }
    String whose =
        destination.name() + ' ' + destination.hash() + ' ' + texts.masker().fingerprint();
    long now = nanoTime.getAsLong();
    if (Optional.ofNullable(known.get(whose))
        .filter(it -> it.holds(now, identity.get()))
        .isPresent()) {
      return CONFIRMED;
    }
    Finding finding = ask(destination.http(), identity.get(), headers, texts, token);
    known.merge(whose, new Known(now, finding.equals(CONFIRMED)), Known::later);
    return finding;
  }

  private Finding ask(
      HttpContract contract,
      Identity identity,
      Map<String, String> headers,
      OperationTexts texts,
      Optional<Tokens.Token> token) {
    Exchange exchange = read(contract, identity, headers, texts);
    if (exchange instanceof Exchange.Answered(Answer answer)
        && credentials.outdated(token, answer.status())) {
      try {
        credentials.add(contract, texts, headers);
      } catch (TokenException e) {
        return unclear(e.text());
      }
      exchange = read(contract, identity, headers, texts);
    }
    return switch (exchange) {
      case Exchange.Answered answered -> judge(identity, answered.answer());
      case Exchange.NotStarted none -> unclear(none.message());
      case Exchange.Lost lost -> unclear(lost.message());
    };
  }

  private Exchange read(
      HttpContract contract, Identity identity, Map<String, String> headers, OperationTexts texts) {
    headers.put("Cache-Control", "no-cache");
    return wire.read(
        new Call(
            "GET",
            texts.url(identity.url()),
            headers,
            new byte[0],
            settings.readTimeout(),
            new Route(contract.tls(), Route.PeerRule.ANY)));
  }

  private static Finding judge(Identity identity, Answer answer) {
    if (answer.status() == 401 || answer.status() == 403) {
      return new Finding.NotAuthorised(
          "The identity probe was answered " + answer.status() + ": the credentials are not taken");
    }
    Optional<JsonNode> body = Json.parse(answer.body());
    if (answer.status() != 200 || body.isEmpty()) {
      return unclear("it was answered " + answer.status() + " without a readable identity");
    }
    return identity.equalTo().entrySet().stream()
        .filter(entry -> !Json.holds(entry.getValue(), body.get().at(entry.getKey())))
        .findFirst()
        .<Finding>map(
            entry ->
                new Finding.Mismatch(
                    "The credentials belong to another account or environment: %s is %s"
                        .formatted(entry.getKey(), shown(body.get(), entry.getKey()))))
        .orElse(CONFIRMED);
  }

  private static String shown(JsonNode body, String pointer) {
    return Json.text(body, pointer)
        .map(text -> "`" + text.substring(0, Math.min(100, text.length())) + "`")
        .orElse("absent");
  }

  private static Finding unclear(String why) {
    return new Finding.Unclear("The identity probe could not tell: " + why);
  }

  /** What the question asked at that nano time brought. */
  private record Known(long askedAt, boolean confirmed) {
    boolean holds(long now, Identity identity) {
      return confirmed && now - askedAt < identity.every().toNanos();
    }

    /** An answer that comes late must not hide what was found since. */
    Known later(Known other) {
      return other.askedAt - askedAt >= 0 ? other : this;
    }
  }
}
