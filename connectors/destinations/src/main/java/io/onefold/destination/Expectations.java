package io.onefold.destination;

import io.onefold.destination.HttpContract.Expectation;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads what values and statuses must be. */
final class Expectations {
  static final int LEAST_STATUS = 100;
  static final int MOST_STATUS = 599;

  // Beyond these a written number is a mistake, and comparing it could cost memory without bound.
  private static final int LONGEST_NUMBER = 40;
  private static final int LARGEST_SCALE = 400;

  private static final String FORMS =
      "a text, number or boolean that it must equal, `present`, `absent` or {equals: <value>}";

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
      YamlMapping mapping = value.mapping();
      Optional<Expectation> equal =
          mapping.need("equals", "the value that it must equal").flatMap(Expectations::equalTo);
      mapping.noOtherKeys();
      return equal;
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
                e instanceof Expectation.EqualTo equal
                    ? new Expectation.EqualTo(
                        equal.value() instanceof BigDecimal number
                            ? number.toPlainString()
                            : String.valueOf(equal.value()))
                    : e);
  }

  /** One HTTP status or a list of them. */
  static Optional<List<Integer>> statuses(YamlValue value) {
    List<Integer> statuses =
        value.oneOrMore("HTTP statuses").stream()
            .flatMap(one -> one.integer(LEAST_STATUS, MOST_STATUS).stream())
            .toList();
    if (value.isSequence() && value.list("HTTP statuses").isEmpty()) {
      return value.wrong("is an empty list; name at least one HTTP status or leave the key out");
    }
    return Optional.of(statuses);
  }
}
