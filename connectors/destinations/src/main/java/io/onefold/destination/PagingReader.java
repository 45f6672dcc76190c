package io.onefold.destination;

import io.onefold.destination.HttpContract.Items;
import io.onefold.destination.HttpContract.Paging;
import io.onefold.destination.HttpContract.Since;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads where the items of a list stand and how its further pages are found. */
final class PagingReader {
  private static final String LINK_HEADER = "link-header";
  private static final Pattern PARAMETER = Pattern.compile("[A-Za-z0-9._~\\[\\]-]+");

  private PagingReader() {}

  static Items items(YamlMapping in) {
    boolean document = in.get("as", v -> v.choice(Map.of("json", false, "document", true)), false);
    Items items = in.get("items", PagingReader::place, Items.WHOLE);
    if (document && in.has("items")) {
      in.get("items").ifPresent(v -> v.mistake("a document is one item; leave `items` out"));
    }
    if (document && in.has("next")) {
      in.get("next").ifPresent(v -> v.mistake("a document has no pages; leave `next` out"));
    }
    return document ? new Items("", false, true) : items;
  }

  private static Optional<Items> place(YamlValue value) {
    if (!value.isMapping()) {
      return value.pointer().map(at -> new Items(at, false, false));
    }
    YamlMapping in = value.mapping();
    Items items =
        new Items(
            in.need("at", "a JSON Pointer to the array of items")
                .flatMap(YamlValue::pointer)
                .orElse(""),
            in.get("missing", v -> v.choice(Map.of("unclear", false, "empty", true)), false),
            false);
    in.noOtherKeys();
    return Optional.of(items);
  }

  static Since since(YamlValue value) {
    if (!value.isMapping()) {
      return new Since(value.pointer().orElse(""), false);
    }
    YamlMapping in = value.mapping();
    Since since =
        new Since(
            in.need("at", "a JSON Pointer to the time in an item")
                .flatMap(YamlValue::pointer)
                .orElse(""),
            in.get("order", v -> v.choice(Map.of("any", false, "newest-first", true)), false));
    in.noOtherKeys();
    return since;
  }

  static Optional<Paging> paging(YamlValue value) {
    if (value.isMapping()) {
      return parameter(value, value.mapping());
    }
    String what =
        "`link-header`, a JSON Pointer starting with `/`, {cursor: …, query: …} or {last: …, query:"
            + " …}";
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

  private static Optional<Paging> parameter(YamlValue value, YamlMapping in) {
    Optional<String> cursor = in.get("cursor").flatMap(YamlValue::pointer);
    Optional<String> last = in.get("last").flatMap(YamlValue::pointer);
    String query =
        in.need("query", "the query parameter that it goes into")
            .flatMap(PagingReader::parameterName)
            .orElse("");
    Paging paging =
        cursor.isPresent()
            ? new Paging.Cursor(cursor.get(), query)
            : new Paging.LastItem(
                last.orElse(""), query, in.get("while").map(Expectations::body).orElse(Map.of()));
    in.noOtherKeys();
    if (in.has("cursor") == in.has("last")) {
      value.mistake("needs exactly one of cursor and last");
    }
    return Optional.of(paging);
  }

  private static Optional<String> parameterName(YamlValue value) {
    String what = "the name of a query parameter";
    return value
        .text(what)
        .flatMap(
            text ->
                PARAMETER.matcher(text).matches()
                    ? Optional.of(text)
                    : value.wrong("`%s` must be %s".formatted(text, what)));
  }
}
