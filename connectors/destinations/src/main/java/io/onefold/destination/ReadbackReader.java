package io.onefold.destination;

import io.onefold.destination.HttpContract.Items;
import io.onefold.destination.HttpContract.Match;
import io.onefold.destination.HttpContract.Paging;
import io.onefold.destination.HttpContract.Readback;
import io.onefold.destination.HttpContract.Readback.By;
import io.onefold.destination.HttpContract.Since;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads the ways in which the destination can be asked what it stored. */
final class ReadbackReader {
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
    Items items = PagingReader.items(in);
    Optional<Paging> next = in.get("next").flatMap(PagingReader::paging);
    Optional<Since> since = in.get("since").map(PagingReader::since);
    List<Match> match = in.get("match").map(MatchReader::selections).orElse(List.of());
    Map<String, Template> headers = TemplateReader.headers(in, scope);
    boolean follows =
        in.get("redirects", v -> v.choice(Map.of("never", false, "follow", true)), false);
    in.noOtherKeys();
    if (by.isEmpty() || template.isEmpty()) {
      return Optional.empty();
    }
    checkSelection(in, by.get(), template.get(), match);
    checkPaging(in, by.get());
    return Optional.of(
        new Readback(by.get(), template.get(), headers, items, next, match, follows, since));
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

  private static void checkPaging(YamlMapping in, By by) {
    if (by == By.ID || by == By.PUBLIC_URL) {
      List.of("next", "since")
          .forEach(
              key ->
                  in.get(key)
                      .ifPresent(
                          value ->
                              value.mistake(
                                  "one item has no pages; `%s` goes with reference and list"
                                      .formatted(key))));
    }
  }

  /** The variables of all addresses that ask. */
  static boolean uses(List<Readback> readbacks, String variable) {
    return readbacks.stream()
        .map(readback -> readback.url().variables())
        .anyMatch((Set<String> names) -> names.contains(variable));
  }
}
