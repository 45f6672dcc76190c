package io.onefold.destination;

import io.onefold.destination.HttpContract.RuleResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
            in.get("provider-id").flatMap(YamlValue::pointer),
            in.get("public-url").flatMap(YamlValue::pointer),
            in.get("job").flatMap(YamlValue::pointer),
            rules(in),
            in.get("body", BodyReader::read, Body.PAYLOAD));
    in.noOtherKeys();
    return send;
  }

  private static Optional<Duration> timeout(YamlValue value) {
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
    if (in.value().isMapping() && !in.has("status") && !in.has("body") && !in.has("headers")) {
      in.value().mistake("applies to every answer; give it a `status`, a `body` or `headers`");
    }
    in.noOtherKeys();
    return new HttpContract.Rule(status, body, headers, result);
  }

  private static Map<String, RuleResult> results() {
    return Words.of(RuleResult.values(), Function.identity());
  }
}
