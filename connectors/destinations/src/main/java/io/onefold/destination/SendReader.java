package io.onefold.destination;

import io.onefold.destination.HttpContract.RuleResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads the write: its request and how its answer is classified. */
final class SendReader {
  static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(20);
  private static final Set<String> METHODS = Set.of("POST", "PUT", "PATCH", "DELETE");

  private SendReader() {}

  static HttpContract.Send read(YamlMapping in, TemplateScope scope) {
    HttpContract.Send send =
        new HttpContract.Send(
            in.get("method", SendReader::method, "POST"),
            in.need("url", "the address that the write goes to")
                .flatMap(url -> TemplateReader.url(url, scope))
                .orElse(new Template("", Set.of())),
            in.get("timeout", SendReader::timeout, DEFAULT_TIMEOUT),
            TemplateReader.headers(in, scope),
            in.get("provider-id").flatMap(SendReader::place),
            in.get("public-url").flatMap(SendReader::place),
            in.get("job").flatMap(SendReader::place),
            rules(in),
            in.get("body", BodyReader::read, Body.PAYLOAD));
    in.noOtherKeys();
    return send;
  }

  static Optional<Duration> timeout(YamlValue value) {
    return value.duration(Duration.ofMillis(10), Duration.ofHours(1));
  }

  private static Optional<String> method(YamlValue value) {
    Map<String, String> words = new LinkedHashMap<>();
    METHODS.stream().sorted().forEach(method -> words.put(method, method));
    return value.choice(words);
  }

  private static List<HttpContract.Rule> rules(YamlMapping in) {
    List<HttpContract.Rule> rules = new ArrayList<>();
    in.get("rules")
        .ifPresent(value -> value.list("rules").forEach(rule -> rules.add(rule(rule.mapping()))));
    return rules;
  }

  private static HttpContract.Rule rule(YamlMapping in) {
    List<Integer> status = in.get("status", Expectations::statuses, List.of());
    Map<String, HttpContract.Expectation> body =
        in.get("body").map(Expectations::body).orElse(Map.of());
    Map<String, HttpContract.Expectation> headers =
        in.get("headers").map(Expectations::headers).orElse(Map.of());
    RuleResult result =
        in.need("result", "what the answer means, one of " + String.join(", ", results().keySet()))
            .flatMap(value -> value.choice(results()))
            .orElse(RuleResult.UNKNOWN);
    Optional<HttpContract.Wait> wait = in.get("retry-after").flatMap(SendReader::wait);
    if (wait.isPresent() && result != RuleResult.DEFERRED) {
      in.get("retry-after").ifPresent(v -> v.mistake("goes with `result: deferred`"));
    }
    if (in.value().isMapping() && !in.has("status") && !in.has("body") && !in.has("headers")) {
      in.value().mistake("applies to every answer; give it a `status`, a `body` or `headers`");
    }
    in.noOtherKeys();
    return new HttpContract.Rule(status, body, headers, result, wait);
  }

  /** A place in the answer: in its body or in a header. */
  private static Optional<String> place(YamlValue value) {
    String what = "a JSON Pointer starting with `/`, or header:<name>, such as header:Location";
    return value
        .scalar(what)
        .flatMap(
            text -> {
              if (!text.startsWith(HttpContract.Send.HEADER_PLACE)) {
                return YamlValue.isPointer(text)
                    ? Optional.of(text)
                    : value.wrong("`%s` must be %s".formatted(text, what));
              }
              String name = text.substring(HttpContract.Send.HEADER_PLACE.length());
              return TemplateReader.isToken(name)
                  ? Optional.of(HttpContract.Send.HEADER_PLACE + name.toLowerCase(Locale.ROOT))
                  : value.wrong("`%s` must be %s".formatted(text, what));
            });
  }

  private static Optional<HttpContract.Wait> wait(YamlValue value) {
    if (!value.isMapping()) {
      String text = value.scalar("a JSON Pointer or a duration").orElse("");
      return text.startsWith("/")
          ? value
              .pointer()
              .map(at -> new HttpContract.Wait(Optional.of(at), false, Optional.empty()))
          : waitingTime(value)
              .map(time -> new HttpContract.Wait(Optional.empty(), false, Optional.of(time)));
    }
    YamlMapping in = value.mapping();
    HttpContract.Wait wait =
        new HttpContract.Wait(
            in.need("at", "a JSON Pointer to the waiting time").flatMap(YamlValue::pointer),
            in.get("unit", v -> v.choice(Map.of("s", false, "ms", true)), false),
            in.get("otherwise").flatMap(SendReader::waitingTime));
    in.noOtherKeys();
    return Optional.of(wait);
  }

  private static Optional<Duration> waitingTime(YamlValue value) {
    return value.duration(Duration.ofSeconds(1), Duration.ofDays(7));
  }

  private static Map<String, RuleResult> results() {
    return Words.of(RuleResult.values(), Function.identity());
  }
}
