package io.onefold.destination;

import io.onefold.destination.HttpContract.Match;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads comparisons of what was sent with what is found. */
final class MatchReader {
  private static final String SENT =
      "a JSON Pointer into the payload, or `body` for all bytes sent";

  private MatchReader() {}

  /** Comparisons that pick items; here a found text may also hold more than what is looked for. */
  static List<Match> selections(YamlValue value) {
    return matches(value, true);
  }

  /** Comparisons of content. */
  static List<Match> content(YamlValue value) {
    return matches(value, false);
  }

  private static List<Match> matches(YamlValue value, boolean selects) {
    List<Match> matches = new ArrayList<>();
    List<YamlValue> entries = value.oneOrMore("comparisons");
    if (entries.isEmpty() && value.isSequence()) {
      value.wrong("is an empty list; name at least one comparison or leave the key out");
    }
    entries.forEach(entry -> matches.add(match(entry.mapping(), selects)));
    return matches;
  }

  private static Match match(YamlMapping in, boolean selects) {
    Optional<YamlValue> sent = in.get("sent");
    Optional<YamlValue> value = in.get("value");
    if (in.value().isMapping() && sent.isPresent() == value.isPresent()) {
      in.value()
          .mistake(
              sent.isPresent()
                  ? "has both `sent` and `value`; one of them is compared with what is found"
                  : "`sent` is missing: %s; or a `value`, such as \"{reference}\"".formatted(SENT));
    }
    Match match =
        new Match(
            sent.flatMap(MatchReader::sent).orElse(""),
            in.need("found", "a JSON Pointer into the found item")
                .flatMap(YamlValue::pointer)
                .orElse(""),
            in.get("normalise").map(MatchReader::normalisers).orElse(List.of()),
            value.flatMap(
                v -> TemplateReader.text(v, "a text with variables", TemplateScope.OPERATION)),
            in.get("contains", YamlValue::bool, false),
            in.get("each", YamlValue::bool, false),
            in.get("digest")
                .flatMap(v -> v.choice(Words.of(Digest.values(), Function.identity()))));
    in.noOtherKeys();
    if (match.contains() && !selects) {
      in.get("contains")
          .ifPresent(v -> v.mistake("picks items of a list; content is compared as a whole"));
    }
    return match;
  }

  private static Optional<String> sent(YamlValue value) {
    return value
        .scalar(SENT)
        .flatMap(
            text ->
                text.equals(Match.BODY) || YamlValue.isPointer(text)
                    ? Optional.of(text)
                    : value.wrong("`%s` must be %s".formatted(text, SENT)));
  }

  private static List<Normaliser> normalisers(YamlValue value) {
    Map<String, Normaliser> words = Words.of(Normaliser.values(), Function.identity());
    return value.oneOrMore("normalisers").stream()
        .flatMap(one -> one.choice(words).stream())
        .toList();
  }
}
