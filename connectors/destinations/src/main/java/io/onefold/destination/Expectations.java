package io.onefold.destination;

import io.onefold.destination.HttpContract.Expectation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads what values and statuses must be. */
final class Expectations {
  static final int LEAST_STATUS = 100;
  static final int MOST_STATUS = 599;

  // Beyond these a written number is a mistake, and comparing it could cost memory without bound.
  private static final int LONGEST_NUMBER = 40;
  private static final int LARGEST_SCALE = 400;

  private static final String FORMS =
      "a text, number or boolean that it must equal, `present`, `absent`, or one of"
          + " {equals: <value>}, {in: [<value>, …]}, {contains: <text>} and {matches: <regex>}";

  private Expectations() {}

  /** A mapping from JSON Pointers to what must be found there. */
  static Map<String, Expectation> body(YamlValue value) {
    Map<String, Expectation> body = new LinkedHashMap<>();
    entries(value, "a JSON Pointer and what is there")
        .forEach(
            (pointer, wanted) -> {
              if (!YamlValue.isPointer(pointer)) {
                wanted.mistake(
                    "`%s` must be a JSON Pointer: empty, or starting with `/`".formatted(pointer));
              }
              of(wanted).ifPresent(expectation -> body.put(pointer, expectation));
            });
    return body;
  }

  /** A mapping from header names to what must be found there; names come out in lower case. */
  static Map<String, Expectation> headers(YamlValue value) {
    Map<String, Expectation> headers = new LinkedHashMap<>();
    entries(value, "a header and what it holds")
        .forEach(
            (name, wanted) ->
                ofHeader(wanted)
                    .ifPresent(
                        expectation -> headers.put(name.toLowerCase(Locale.ROOT), expectation)));
    return headers;
  }

  private static Map<String, YamlValue> entries(YamlValue value, String what) {
    Map<String, YamlValue> entries = value.mapping().entries();
    if (value.isMapping() && entries.isEmpty()) {
      value.wrong("is empty; it needs at least " + what);
    }
    return entries;
  }

  /** What a JSON value must be. */
  static Optional<Expectation> of(YamlValue value) {
    if (value.isMapping()) {
      return written(value, value.mapping());
    }
    if (value.isNull()) {
      return Optional.of(new Expectation.Absent());
    }
    // The word in the file counts; a reference that resolves to such a word is only a text.
    return switch (value.isScalar() ? value.scalar(FORMS).orElse("") : "") {
      case "present" -> Optional.of(new Expectation.Present());
      case "absent" -> Optional.of(new Expectation.Absent());
      default -> equalTo(value);
    };
  }

  private static Optional<Expectation> written(YamlValue value, YamlMapping in) {
    List<Expectation> read = new ArrayList<>();
    in.get("equals").flatMap(Expectations::equalTo).ifPresent(read::add);
    in.get("in").flatMap(Expectations::oneOf).ifPresent(read::add);
    in.get("contains")
        .flatMap(text -> text.scalar("a text that it must hold"))
        .map(Expectation.Contains::new)
        .ifPresent(read::add);
    in.get("matches").flatMap(Expectations::regex).ifPresent(read::add);
    in.noOtherKeys();
    long keys = List.of("equals", "in", "contains", "matches").stream().filter(in::has).count();
    if (keys != 1) {
      value.mistake(
          "needs exactly one of equals, in, contains and matches, but has "
              + (keys == 0 ? "none" : keys));
    }
    return read.stream().findFirst();
  }

  private static Optional<Expectation> oneOf(YamlValue value) {
    List<YamlValue> entries = value.list("values");
    if (value.isSequence() && entries.isEmpty()) {
      return value.wrong("is an empty list; name at least one value");
    }
    return Optional.of(
        new Expectation.OneOf(
            entries.stream()
                .flatMap(entry -> equalTo(entry).stream())
                .map(Expectation.EqualTo.class::cast)
                .toList()));
  }

  private static Optional<Expectation> regex(YamlValue value) {
    return regularExpression(value, "a regular expression").map(Expectation.Matches::new);
  }

  /** A regular expression in Java's language, as text. */
  static Optional<String> regularExpression(YamlValue value, String what) {
    return value
        .text(what)
        .flatMap(
            text -> {
              try {
                Pattern.compile(text);
                return Optional.of(text);
              } catch (PatternSyntaxException e) {
                return value.wrong("`%s` must be %s: %s".formatted(text, what, e.getDescription()));
              }
            });
  }

  /** A value that must be met exactly, where words such as {@code present} have no meaning. */
  static Optional<Expectation> equalTo(YamlValue value) {
    Optional<String> scalar = value.scalar(FORMS);
    if (scalar.isEmpty()) {
      return Optional.empty();
    }
    String text = scalar.get();
    if (value.tag().equals(Tag.BOOL)) {
      return Optional.of(new Expectation.EqualTo(text.equalsIgnoreCase("true")));
    }
    if (value.tag().equals(Tag.INT) || value.tag().equals(Tag.FLOAT)) {
      return number(value);
    }
    return text.isBlank()
        ? Optional.of(new Expectation.EqualTo(text))
        : value.resolvedText(FORMS).map(Expectation.EqualTo::new);
  }

  private static Optional<Expectation> number(YamlValue value) {
    return decimal(value)
        .map(
            number -> {
              BigDecimal plain = number.stripTrailingZeros();
              boolean whole = plain.scale() <= 0 && plain.precision() - plain.scale() <= 18;
              return whole
                  ? new Expectation.EqualTo(plain.longValueExact())
                  : new Expectation.EqualTo(plain);
            });
  }

  /** A written number, exactly. */
  static Optional<BigDecimal> decimal(YamlValue value) {
    String text = value.scalar("a number").orElse("");
    try {
      BigDecimal number = new BigDecimal(text);
      return text.length() > LONGEST_NUMBER || Math.abs(number.scale()) > LARGEST_SCALE
          ? value.wrong("`%s` is no number that an answer could hold".formatted(text))
          : Optional.of(number);
    } catch (NumberFormatException notDecimal) {
      return value.wrong("`%s` is no decimal number; put a text in quotes".formatted(text));
    }
  }

  // A header is text, so a number in the contract means its digits.
  private static Optional<Expectation> ofHeader(YamlValue value) {
    return of(value)
        .map(
            e ->
                switch (e) {
                  case Expectation.EqualTo equal -> asText(equal);
                  case Expectation.OneOf some ->
                      new Expectation.OneOf(
                          some.values().stream().map(Expectations::asText).toList());
                  case Expectation.Contains text -> text;
                  case Expectation.Matches regex -> regex;
                  case Expectation.Present present -> present;
                  case Expectation.Absent absent -> absent;
                });
  }

  private static Expectation.EqualTo asText(Expectation.EqualTo equal) {
    return new Expectation.EqualTo(
        equal.value() instanceof BigDecimal number
            ? number.toPlainString()
            : String.valueOf(equal.value()));
  }

  private static Stream<Integer> statusClass(YamlValue value) {
    String text = value.scalar("an HTTP status").orElse("");
    if (!text.matches("[1-5]xx")) {
      value.wrong(
          "`%s` must be an HTTP status from 100 to 599, or a class of them such as 5xx"
              .formatted(text));
      return Stream.empty();
    }
    int first = (text.charAt(0) - '0') * 100;
    return IntStream.range(first, first + 100).boxed();
  }

  /** One HTTP status, a class of them such as {@code 5xx}, or a list of both. */
  static Optional<List<Integer>> statuses(YamlValue value) {
    List<Integer> statuses =
        value.oneOrMore("HTTP statuses").stream()
            .flatMap(
                one ->
                    one.isScalar() && one.node().getTag().equals(Tag.STR)
                        ? statusClass(one)
                        : one.integer(LEAST_STATUS, MOST_STATUS).stream())
            .toList();
    if (value.isSequence() && value.list("HTTP statuses").isEmpty()) {
      return value.wrong("is an empty list; name at least one HTTP status or leave the key out");
    }
    return Optional.of(statuses);
  }
}
