package io.onefold.destination;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says in plain words how a destination over HTTP is reached. Secrets stay references. */
final class AccessExplainer {
  private AccessExplainer() {}

  /** What a write carries. */
  static String body(Body body) {
    return switch (body) {
      case Body.Payload approved -> "The body is the approved bytes, unchanged.";
      case Body.Json json -> rendered("JSON");
      case Body.Form form -> rendered("form");
      case Body.Text text -> rendered(text.contentType());
    };
  }

  private static String rendered(String what) {
    return "The body is a %s template, filled once when the intent is admitted, and hashed."
        .formatted(what);
  }

  /** Credentials, trust, bounds; possibly nothing. */
  static List<String> access(Destination destination) {
    List<String> sentences = new ArrayList<>();
    HttpContract http = destination.http();
    http.auth().map(AccessExplainer::auth).ifPresent(sentences::add);
    http.tls().ifPresent(tls -> tls(tls, sentences));
    if (!http.egress().allow().isEmpty()) {
      sentences.add(
          "An address that an answer gives may also lead to %s%s."
              .formatted(
                  String.join(", ", http.egress().allow()),
                  http.egress().privateAllowed()
                      ? ", private addresses included"
                      : ", but not to a private address behind a name"));
    }
    limits(destination.limits()).ifPresent(sentences::add);
    return sentences;
  }

  private static String auth(Auth auth) {
    return switch (auth) {
      case Auth.Basic basic ->
          "Requests are authenticated as user %s with a password.".formatted(basic.user().text());
      case Auth.Bearer bearer -> "Requests carry a bearer token.";
      case Auth.ApiKey key -> "Requests carry an API key in header %s.".formatted(key.header());
      case Auth.OAuth2 oauth2 ->
          "Requests carry a token that %s gives to client %s; it is fetched before a write and kept until shortly before it ends."
              .formatted(oauth2.tokenUrl().text(), oauth2.clientId().text());
    };
  }

  private static void tls(Tls tls, List<String> sentences) {
    tls.ca()
        .ifPresent(
            ca -> sentences.add("Only certificates signed by %s are trusted.".formatted(ca)));
    tls.certificate()
        .ifPresent(
            it -> sentences.add("The worker shows the client certificate %s.".formatted(it)));
  }

  private static Optional<String> limits(Limits limits) {
    List<String> parts = new ArrayList<>();
    limits.concurrency().ifPresent(most -> parts.add("%d at one time".formatted(most)));
    limits.rate().ifPresent(rate -> parts.add("%d a %s".formatted(rate.calls(), span(rate.per()))));
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of("A worker makes at most %s.".formatted(String.join(" and ", parts)));
  }

  private static String span(Duration per) {
    return per.toSeconds() == 1 ? "second" : per.toMinutes() == 1 ? "minute" : "hour";
  }

  /** How an entry finds an operation, for example {@code reference (payload.slug)}. */
  static String way(HttpContract.Readback readback) {
    String way = Words.of(readback.by()).replace('-', ' ');
    List<String> names =
        readback.url().variables().stream()
            .filter(name -> !name.equals("providerId") && !name.equals("publicUrl"))
            .sorted()
            .toList();
    return names.isEmpty() ? way : "%s (%s)".formatted(way, String.join(", ", names));
  }
}
