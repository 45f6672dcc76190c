package io.onefold.destination;

import io.onefold.destination.HttpContract.Match;
import io.onefold.destination.HttpContract.Paging;
import io.onefold.destination.HttpContract.Readback;
import io.onefold.destination.HttpContract.Readback.By;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads the ways in which the destination can be asked what it stored. */
final class ReadbackReader {
  private static final String LINK_HEADER = "link-header";

  private ReadbackReader() {}

  static List<Readback> read(YamlValue value) {
    List<Readback> readbacks = new ArrayList<>();
    List<YamlValue> entries = value.list("readbacks");
    if (value.isSequence() && entries.isEmpty()) {
      value.wrong("is an empty list; name at least one way to ask or leave `readback` out");
    }
    entries.forEach(entry -> entry(entry.mapping()).ifPresent(readbacks::add));
    return readbacks;
  }

  private static Optional<Readback> entry(YamlMapping in) {
    Optional<By> by =
        in.need("by", "one of " + String.join(", ", ways().keySet()))
            .flatMap(value -> value.choice(ways()));
    TemplateScope scope = scope(by);
    Optional<YamlValue> url = in.need("url", "the address to ask");
    Optional<Template> template = url.flatMap(value -> TemplateReader.url(value, scope));
    String items = in.get("items", YamlValue::pointer, "");
    Optional<Paging> next = in.get("next").flatMap(ReadbackReader::paging);
    List<Match> match = in.get("match").map(ReadbackReader::matches).orElse(List.of());
    Map<String, Template> headers = TemplateReader.headers(in, scope);
    boolean follows =
        in.get("redirects", v -> v.choice(Map.of("never", false, "follow", true)), false);
    in.noOtherKeys();
    if (by.isEmpty() || template.isEmpty()) {
      return Optional.empty();
    }
    checkSelection(in, by.get(), template.get(), match);
    checkPaging(in, by.get(), next);
    return Optional.of(
        new Readback(by.get(), template.get(), headers, items, next, match, follows));
  }

  private static Map<String, By> ways() {
    return Words.of(By.values(), Function.identity());
  }

  // Asked without the destination's own identifier, which an unknown outcome does not have.
  private static TemplateScope scope(Optional<By> by) {
    return switch (by.orElse(By.PUBLIC_URL)) {
      case ID -> TemplateScope.OPERATION.with("providerId");
      case REFERENCE, LIST -> TemplateScope.OPERATION;
      case PUBLIC_URL -> TemplateScope.OPERATION.with("providerId").with("publicUrl");
    };
  }

  private static void checkSelection(YamlMapping in, By by, Template url, List<Match> match) {
    if (by == By.LIST && match.isEmpty()) {
      in.value()
          .mistake("a list needs `match`, or every item in it would count as this operation's");
    } else if (by != By.LIST && url.variables().isEmpty() && match.isEmpty()) {
      in.value()
          .mistake(
              "`url` asks the same for every operation; use a variable such as {%s}"
                  .formatted(by == By.ID ? "providerId" : "operationId"));
    }
  }

  private static void checkPaging(YamlMapping in, By by, Optional<Paging> next) {
    if (next.isPresent() && (by == By.ID || by == By.PUBLIC_URL)) {
      in.get("next")
          .ifPresent(
              value -> value.mistake("one item has no pages; `next` goes with reference and list"));
    }
  }

  private static Optional<Paging> paging(YamlValue value) {
    String what = "`link-header`, or a JSON Pointer starting with `/`";
    return value
        .text(what)
        .flatMap(
            text -> {
              if (text.equals(LINK_HEADER)) {
                return Optional.of(new Paging.LinkHeader());
              }
              return text.startsWith("/") && YamlValue.isPointer(text)
                  ? Optional.of(new Paging.Pointer(text))
                  : value.wrong("`%s` must be %s".formatted(text, what));
            });
  }

  /** One comparison of sent and found content, or a list of them. */
  static List<Match> matches(YamlValue value) {
    List<Match> matches = new ArrayList<>();
    List<YamlValue> entries = value.oneOrMore("comparisons");
    if (entries.isEmpty() && value.isSequence()) {
      value.wrong("is an empty list; name at least one comparison or leave the key out");
    }
    entries.forEach(entry -> matches.add(match(entry.mapping())));
    return matches;
  }

  private static Match match(YamlMapping in) {
    Match match =
        new Match(
            in.need("sent", "a JSON Pointer into the payload")
                .flatMap(YamlValue::pointer)
                .orElse(""),
            in.need("found", "a JSON Pointer into the found item")
                .flatMap(YamlValue::pointer)
                .orElse(""),
            in.get("normalise").map(ReadbackReader::normalisers).orElse(List.of()));
    in.noOtherKeys();
    return match;
  }

  private static List<Normaliser> normalisers(YamlValue value) {
    Map<String, Normaliser> words = Words.of(Normaliser.values(), Function.identity());
    return value.oneOrMore("normalisers").stream()
        .flatMap(one -> one.choice(words).stream())
        .toList();
  }

  /** The variables of all addresses that ask. */
  static boolean uses(List<Readback> readbacks, String variable) {
    return readbacks.stream()
        .map(readback -> readback.url().variables())
        .anyMatch((Set<String> names) -> names.contains(variable));
  }
}
