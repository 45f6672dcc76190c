package io.onefold.destination;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * One value of the file with its place. Each reading method gives an empty answer for a wrong value
 * and has then recorded the mistake, so that callers read on and all mistakes come out at once.
 *
 * @param node the value
 * @param mark where messages about it point: its key, or itself in a list
 * @param path its name from the top of the file
 * @param reading the pass it is read in
 */
record YamlValue(Node node, Mark mark, String path, Reading reading) {
  /** Longest text, in characters; the longest real ones are tokens in headers. */
  static final int LONGEST_TEXT = 10_000;

  private static final Pattern WRONG_ESCAPE = Pattern.compile("~(?![01])");
  static final Pattern ANY_REFERENCE = Pattern.compile("\\$\\{(?:env|file):");

  YamlValue {
    reading.countValue();
  }

  /** Records that this value is wrong; always empty. */
  <T> Optional<T> wrong(String message) {
    reading.mistake(node.getStartMark(), path, message);
    return Optional.empty();
  }

  /** Records that something is missing or does not fit together here. */
  void mistake(String message) {
    reading.mistake(mark, path, message);
  }

  boolean isScalar() {
    return node instanceof ScalarNode;
  }

  boolean isMapping() {
    return node instanceof MappingNode;
  }

  boolean isSequence() {
    return node instanceof SequenceNode;
  }

  boolean isEmptyList() {
    return node instanceof SequenceNode sequence && sequence.getValue().isEmpty();
  }

  boolean isNull() {
    return node.getTag().equals(Tag.NULL);
  }

  Tag tag() {
    return node.getTag();
  }

  /** The scalar as it is written, whatever its type. */
  Optional<String> scalar(String what) {
    if (!CoreSchema.TAGS.contains(node.getTag())) {
      return wrong(
          "the tag `%s` is not allowed; write plain texts, numbers, booleans, lists and mappings"
              .formatted(node.getTag().getValue()));
    }
    if (isNull()) {
      return wrong("is empty; it must be " + what);
    }
    if (!(node instanceof ScalarNode scalar)) {
      return wrong("must be %s, but is %s".formatted(what, kind()));
    }
    return scalar.getValue().length() > LONGEST_TEXT
        ? wrong("is longer than %d characters".formatted(LONGEST_TEXT))
        : Optional.of(scalar.getValue());
  }

  /** A text without secret references. A number is taken as it is written. */
  Optional<String> text(String what) {
    return rawText(what)
        .flatMap(
            text ->
                ANY_REFERENCE.matcher(text).find()
                    ? wrong(
                        "a reference to the environment or a file is not allowed here; write "
                            + what)
                    : Optional.of(text));
  }

  /** A text that may as a whole be a reference, which is then filled in. */
  Optional<String> resolvedText(String what) {
    Optional<String> text = rawText(what);
    Optional<SecretReference> reference = text.flatMap(SecretReference::parse);
    if (reference.isEmpty()) {
      return text.flatMap(
          plain ->
              ANY_REFERENCE.matcher(plain).find()
                  ? wrong("a reference must be the whole value here: " + SecretReference.FORMS)
                  : text);
    }
    try {
      return reading.secrets().isEmpty()
          ? text
          : Optional.of(reading.secrets().get().resolve(reference.get(), path));
    } catch (ExpansionException missing) {
      return wrong(String.valueOf(missing.getMessage()));
    }
  }

  /** A text that may hold references and variables. */
  Optional<String> rawText(String what) {
    return scalar(what)
        .flatMap(
            text -> {
              if (node.getTag().equals(Tag.BOOL)) {
                return wrong("must be %s; put `%s` in quotes to mean a text".formatted(what, text));
              }
              if (text.isBlank()) {
                return wrong("is blank; it must be " + what);
              }
              return text.chars().anyMatch(Character::isISOControl)
                  ? wrong("holds a line end or another control character; it must be " + what)
                  : Optional.of(text);
            });
  }

  Optional<Duration> duration(Duration least, Duration most) {
    String range =
        "%s, from %s to %s"
            .formatted(Durations.FORMS, Durations.format(least), Durations.format(most));
    return scalar(range)
        .flatMap(
            text ->
                Durations.parse(text)
                    .filter(d -> d.compareTo(least) >= 0 && d.compareTo(most) <= 0)
                    .or(() -> wrong("`%s` must be %s".formatted(text, range))));
  }

  Optional<Integer> integer(int least, int most) {
    String range = "a whole number from %d to %d".formatted(least, most);
    return scalar(range)
        .flatMap(
            text -> {
              boolean whole = node.getTag().equals(Tag.INT) && text.length() <= 9;
              int number = whole ? Integer.parseInt(text) : least;
              return whole && number >= least && number <= most
                  ? Optional.of(number)
                  : wrong("`%s` must be %s".formatted(text, range));
            });
  }

  Optional<Double> number(double least, double most) {
    String range = "a number from %s to %s".formatted(plain(least), plain(most));
    return scalar(range)
        .flatMap(
            text -> {
              boolean numeric = node.getTag().equals(Tag.INT) || node.getTag().equals(Tag.FLOAT);
              double number = numeric ? Double.parseDouble(text) : Double.NaN;
              return number >= least && number <= most
                  ? Optional.of(number)
                  : wrong("`%s` must be %s".formatted(text, range));
            });
  }

  Optional<Boolean> bool() {
    return scalar("true or false")
        .flatMap(
            text ->
                node.getTag().equals(Tag.BOOL)
                    ? Optional.of(text.equalsIgnoreCase("true"))
                    : wrong("`%s` must be true or false".formatted(text)));
  }

  /** One of a few words. */
  <E> Optional<E> choice(Map<String, E> words) {
    String allowed = "one of " + String.join(", ", words.keySet());
    return scalar(allowed)
        .flatMap(
            text ->
                Optional.ofNullable(words.get(text))
                    .or(
                        () ->
                            wrong(
                                "`%s` must be %s%s"
                                    .formatted(
                                        text, allowed, Suggestion.of(text, words.keySet())))));
  }

  /** A JSON Pointer; the empty text means the whole document. */
  Optional<String> pointer() {
    String what = "a JSON Pointer: empty, or starting with `/`";
    return scalar(what)
        .flatMap(
            text ->
                isPointer(text)
                    ? Optional.of(text)
                    : wrong("`%s` must be %s".formatted(text, what)));
  }

  static boolean isPointer(String text) {
    return text.isEmpty() || (text.startsWith("/") && !WRONG_ESCAPE.matcher(text).find());
  }

  /** The elements of a list. */
  List<YamlValue> list(String what) {
    if (!(node instanceof SequenceNode sequence)) {
      wrong("must be a list of %s, but is %s".formatted(what, kind()));
      return List.of();
    }
    List<YamlValue> elements = new ArrayList<>();
    for (Node element : sequence.getValue()) {
      elements.add(
          new YamlValue(
              element, element.getStartMark(), path + "[" + elements.size() + "]", reading));
    }
    return elements;
  }

  /** The elements of a list, or the one value that stands for a list of one. */
  List<YamlValue> oneOrMore(String what) {
    return isSequence() ? list(what) : List.of(this);
  }

  YamlMapping mapping() {
    return YamlMapping.of(this);
  }

  String kind() {
    if (isNull()) {
      return "empty";
    }
    return isMapping() ? "a mapping" : isSequence() ? "a list" : "a single value";
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
  }
}
