package io.onefold.destination;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads how a destination is reached: credentials, TLS, where requests may go, and how many. */
final class AccessReader {
  private static final int MOST_CALLS_AT_ONCE = 1000;
  private static final int MOST_CALLS = 1_000_000;
  private static final int LONGEST_TEXT = 1000;
  private static final Pattern RATE = Pattern.compile("([1-9][0-9]{0,6})/([smh])");
  private static final Pattern HOST =
      Pattern.compile("(?:\\*\\.)?(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\\.)*[a-z0-9_-]*[a-z0-9_]");
  private static final Pattern ADDRESS =
      Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*)(?:/([0-9]{1,3}))?");
  private static final Template NOTHING = new Template("", Set.of());

  private AccessReader() {}

  static Optional<Auth> auth(YamlValue value) {
    YamlMapping in = value.mapping();
    Map<String, Function<YamlMapping, Auth>> kinds = new LinkedHashMap<>();
    kinds.put("basic", AccessReader::basic);
    kinds.put("api-key", AccessReader::apiKey);
    kinds.put("oauth2", AccessReader::oauth2);
    List<Auth> read = new ArrayList<>();
    in.get("bearer").ifPresent(token -> read.add(new Auth.Bearer(secret(token))));
    kinds.forEach(
        (key, kind) -> in.get(key).ifPresent(block -> read.add(kind.apply(block.mapping()))));
    in.noOtherKeys();
    if (read.size() != 1 && value.isMapping()) {
      value.mistake(
          "needs exactly one of basic, bearer, api-key and oauth2, but has %s; one that a preset"
              .concat(" brings is removed with `basic: null`")
              .formatted(read.isEmpty() ? "none" : read.size()));
    }
    return read.stream().findFirst();
  }

  private static Auth basic(YamlMapping in) {
    Auth basic =
        new Auth.Basic(
            need(in, "user", "the name of the user"), need(in, "password", "the password"));
    in.noOtherKeys();
    return basic;
  }

  private static Auth apiKey(YamlMapping in) {
    Optional<YamlValue> header = in.need("header", "the name of the header");
    Optional<String> name = header.flatMap(v -> v.text("a header name"));
    name.ifPresent(text -> TemplateReader.headerName(header.get(), text));
    Auth key = new Auth.ApiKey(name.orElse(""), need(in, "value", "the key"));
    in.noOtherKeys();
    return key;
  }

  private static Auth oauth2(YamlMapping in) {
    Auth oauth2 =
        new Auth.OAuth2(
            in.need("token-url", "the token endpoint of the authorization server")
                .flatMap(url -> TemplateReader.url(url, TemplateScope.DESTINATION))
                .orElse(NOTHING),
            need(in, "client-id", "the client's identifier"),
            need(in, "client-secret", "the client's secret"),
            in.get("scope").flatMap(v -> plain(v, "scopes with blanks between them")),
            in.get("audience").flatMap(v -> plain(v, "the audience of the token")),
            in.get(
                "client-auth",
                v -> v.choice(Words.of(Auth.ClientAuth.values(), Function.identity())),
                Auth.ClientAuth.BASIC));
    in.noOtherKeys();
    return oauth2;
  }

  private static Template need(YamlMapping in, String key, String what) {
    return in.need(key, what).map(AccessReader::secret).orElse(NOTHING);
  }

  private static Template secret(YamlValue value) {
    return TemplateReader.text(
            value, "a text, usually " + SecretReference.FORMS, TemplateScope.DESTINATION)
        .orElse(NOTHING);
  }

  private static Optional<String> plain(YamlValue value, String what) {
    return value
        .text(what)
        .flatMap(
            text ->
                text.length() <= LONGEST_TEXT
                    ? Optional.of(text)
                    : value.wrong("is longer than %d characters".formatted(LONGEST_TEXT)));
  }

  static Tls tls(YamlValue value) {
    YamlMapping in = value.mapping();
    Tls tls =
        new Tls(
            in.get("ca").flatMap(AccessReader::path),
            in.get("certificate").flatMap(AccessReader::path),
            in.get("key").flatMap(AccessReader::path));
    in.noOtherKeys();
    if (value.isMapping() && in.has("certificate") != in.has("key")) {
      value.mistake("`certificate` and `key` go together: a client certificate needs both");
    } else if (value.isMapping() && !in.has("ca") && !in.has("certificate")) {
      value.mistake("needs a `ca`, or a `certificate` with its `key`");
    }
    return tls;
  }

  private static Optional<String> path(YamlValue value) {
    String what = "the absolute path of a PEM file";
    return value
        .resolvedText(what)
        .flatMap(
            text ->
                text.startsWith("/") || text.startsWith("${")
                    ? Optional.of(text)
                    : value.wrong("`%s` must be %s".formatted(text, what)));
  }

  static Egress egress(YamlValue value) {
    YamlMapping in = value.mapping();
    List<String> allow =
        in.get("allow").map(v -> v.list("hosts and address ranges")).orElse(List.of()).stream()
            .flatMap(entry -> host(entry).stream())
            .toList();
    boolean privateAllowed =
        in.get("private", v -> v.choice(Map.of("refused", false, "allowed", true)), false);
    in.noOtherKeys();
    return new Egress(allow, privateAllowed);
  }

  private static Optional<String> host(YamlValue value) {
    String what =
        "a host such as cdn.example, a domain such as *.blog.example, an IP address or a range such"
            + " as 10.0.0.0/8";
    return value
        .text(what)
        .map(text -> text.toLowerCase(Locale.ROOT))
        .flatMap(
            text ->
                isRange(text) || (HOST.matcher(text).matches() && !text.matches("[0-9./]+"))
                    ? Optional.of(text)
                    : value.wrong("`%s` must be %s".formatted(text, what)));
  }

  private static boolean isRange(String text) {
    Matcher address = ADDRESS.matcher(text);
    return address.matches() && AddressRange.parse(text).isPresent();
  }

  static Limits limits(YamlValue value) {
    YamlMapping in = value.mapping();
    Limits limits =
        new Limits(
            in.get("concurrency").flatMap(v -> v.integer(1, MOST_CALLS_AT_ONCE)),
            in.get("rate").flatMap(AccessReader::rate));
    in.noOtherKeys();
    return limits;
  }

  private static Optional<Limits.Rate> rate(YamlValue value) {
    String what = "a number from 1 to 1000000 and a span, such as 10/s, 80/m or 500/h";
    return value
        .text(what)
        .flatMap(
            text -> {
              Matcher rate = RATE.matcher(text);
              return rate.matches() && Integer.parseInt(rate.group(1)) <= MOST_CALLS
                  ? Optional.of(
                      new Limits.Rate(Integer.parseInt(rate.group(1)), span(rate.group(2))))
                  : value.wrong("`%s` must be %s".formatted(text, what));
            });
  }

  private static Duration span(String unit) {
    return switch (unit) {
      case "s" -> Duration.ofSeconds(1);
      case "m" -> Duration.ofMinutes(1);
      default -> Duration.ofHours(1);
    };
  }
}
