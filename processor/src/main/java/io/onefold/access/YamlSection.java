package io.onefold.access;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A mapping of a YAML file whose keys are known beforehand. Mistakes are collected with their line,
 * not thrown, so that all are told at once.
 */
final class YamlSection {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,6})(s|m|h)");

  private final Mistakes mistakes;
  private final Node node;
  private final String path;
  private final Map<String, Node> entries = new LinkedHashMap<>();

  /** A value that stands somewhere in the file. */
  record Text(String value, Node node, String path) {}

  /** Collects what is wrong. */
  static final class Mistakes {
    private final String file;
    private final List<String> found = new ArrayList<>();

    Mistakes(String file) {
      this.file = file;
    }

    void add(Node node, String path, String message) {
      int line = node.getStartMark().getLine() + 1;
      int column = node.getStartMark().getColumn() + 1;
      found.add("%s:%d:%d: %s: %s".formatted(file, line, column, path, message));
    }

    void addForFile(String message) {
      found.add(file + ": " + message);
    }

    /** Throws if there is any. */
    void check() {
      if (!found.isEmpty()) {
        throw new InvalidAccessException(found);
      }
    }
  }

  /**
   * A mapping.
   *
   * @param path where it stands; empty for the file
   * @param allowed its keys; empty: any
   */
  YamlSection(Mistakes mistakes, Node node, String path, List<String> allowed) {
    this.mistakes = mistakes;
    this.node = node;
    this.path = path;
    if (node instanceof MappingNode mapping) {
      mapping.getValue().forEach(tuple -> add(tuple, allowed));
    } else {
      mistakes.add(
          node,
          path.isEmpty() ? "file" : path,
          "must be a mapping" + (allowed.isEmpty() ? "" : " with " + String.join(", ", allowed)));
    }
  }

  private void add(NodeTuple tuple, List<String> allowed) {
    if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
      mistakes.add(tuple.getKeyNode(), path, "a key must be a word");
    } else if (!allowed.isEmpty() && !allowed.contains(key.getValue())) {
      mistakes.add(
          key,
          at(key.getValue()),
          "there is no such key; allowed are " + String.join(", ", allowed));
    } else if (entries.putIfAbsent(key.getValue(), tuple.getValueNode()) != null) {
      mistakes.add(key, at(key.getValue()), "stands here twice; allowed is once");
    }
  }

  private String at(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /** Reports a mistake in the value of a key, or in the section where it is missing. */
  void wrong(String key, String message) {
    mistakes.add(entries.getOrDefault(key, node), at(key), message);
  }

  Map<String, Node> entries() {
    return entries;
  }

  boolean has(String key) {
    return entries.containsKey(key);
  }

  /**
   * The text of a scalar; empty if the key is missing, or the value is no text (then a mistake).
   */
  Optional<Text> text(String key) {
    return Optional.ofNullable(entries.get(key)).flatMap(value -> scalar(value, at(key)));
  }

  /** As {@link #text}; a missing key is a mistake. */
  Optional<Text> required(String key, String what) {
    if (!has(key)) {
      wrong(key, "is missing; it must be " + what);
    }
    return text(key);
  }

  private Optional<Text> scalar(Node value, String where) {
    if (value instanceof ScalarNode scalar
        && !scalar.getTag().equals(Tag.NULL)
        && !scalar.getValue().isBlank()) {
      return Optional.of(new Text(scalar.getValue(), value, where));
    }
    mistakes.add(value, where, "must be one value that is not empty");
    return Optional.empty();
  }

  /** The texts of a list, or of one value alone; empty if the key is missing. */
  List<Text> texts(String key) {
    Node value = entries.get(key);
    return value == null ? List.of() : texts(value, at(key));
  }

  List<Text> texts(Node value, String where) {
    List<Text> texts = new ArrayList<>();
    if (value instanceof SequenceNode list) {
      int index = 0;
      for (Node item : list.getValue()) {
        scalar(item, where + "[" + index++ + "]").ifPresent(texts::add);
      }
      if (list.getValue().isEmpty()) {
        mistakes.add(value, where, "is an empty list; leave the key out, or name at least one");
      }
    } else {
      scalar(value, where).ifPresent(texts::add);
    }
    return texts;
  }

  /** The mappings of a list; empty if the key is missing. */
  List<YamlSection> sections(String key, List<String> allowed) {
    List<YamlSection> sections = new ArrayList<>();
    Node value = entries.get(key);
    if (value instanceof SequenceNode list) {
      int index = 0;
      for (Node item : list.getValue()) {
        sections.add(new YamlSection(mistakes, item, at(key) + "[" + index++ + "]", allowed));
      }
    } else if (value != null) {
      wrong(key, "must be a list");
    }
    return sections;
  }

  /** The mapping under a key; empty if the key is missing. */
  Optional<YamlSection> section(String key, List<String> allowed) {
    return Optional.ofNullable(entries.get(key))
        .map(value -> new YamlSection(mistakes, value, at(key), allowed));
  }

  /** A whole number in a range; the default where the key is missing. */
  int number(String key, int least, int most, int otherwise) {
    Optional<Text> text = text(key);
    if (text.isEmpty()) {
      return otherwise;
    }
    String value = text.get().value();
    if (value.matches("\\d{1,9}")) {
      int number = Integer.parseInt(value);
      if (number >= least && number <= most) {
        return number;
      }
    }
    wrong(key, "is '%s'; allowed is a whole number from %d to %d".formatted(value, least, most));
    return otherwise;
  }

  /** A duration within a range of seconds; the default where the key is missing. */
  Duration duration(String key, Duration otherwise, int leastSeconds, int mostSeconds) {
    Optional<Text> text = text(key);
    if (text.isEmpty()) {
      return otherwise;
    }
    Matcher form = DURATION.matcher(text.get().value());
    if (form.matches()) {
      long unit =
          switch (form.group(2)) {
            case "s" -> 1;
            case "m" -> 60;
            default -> 3600;
          };
      long seconds = Long.parseLong(form.group(1)) * unit;
      if (seconds >= leastSeconds && seconds <= mostSeconds) {
        return Duration.ofSeconds(seconds);
      }
    }
    wrong(
        key,
        "is '%s'; allowed is a whole number with s, m or h, from %ds to %ds"
            .formatted(text.get().value(), leastSeconds, mostSeconds));
    return otherwise;
  }
}
