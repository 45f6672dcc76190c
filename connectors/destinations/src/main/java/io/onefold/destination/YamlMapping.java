package io.onefold.destination;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A mapping of the file. It remembers which keys were asked for, and {@link #noOtherKeys} reports
 * the rest, so the readers are the only list of what is known.
 */
final class YamlMapping {
  private final YamlValue value;
  private final boolean readable;
  private final Map<String, YamlValue> entries = new LinkedHashMap<>();
  private final Map<String, Mark> marks = new LinkedHashMap<>();
  private final Set<String> known = new LinkedHashSet<>();

  private YamlMapping(YamlValue value) {
    this.value = value;
    this.readable = value.node() instanceof MappingNode;
  }

  /** The value as a mapping; an empty one, with a recorded mistake, if it is none. */
  static YamlMapping of(YamlValue value) {
    YamlMapping mapping = new YamlMapping(value);
    if (!CoreSchema.TAGS.contains(value.tag())) {
      value.scalar("");
    } else if (value.node() instanceof MappingNode node) {
      mapping.add(node, Collections.newSetFromMap(new IdentityHashMap<>()), true);
    } else {
      value.wrong(
          value.isNull()
              ? "is empty; it must be a mapping"
              : "must be a mapping, but is " + value.kind());
    }
    return mapping;
  }

  // Own keys come before merged ones and win; of merged mappings the first wins. That is YAML's
  // rule.
  private void add(MappingNode node, Set<Node> seen, boolean own) {
    if (!seen.add(node)) {
      return;
    }
    Map<String, Mark> here = new LinkedHashMap<>();
    for (NodeTuple tuple : node.getValue()) {
      if (!tuple.getKeyNode().getTag().equals(Tag.MERGE)) {
        addEntry(tuple, here, own);
      }
    }
    for (NodeTuple tuple : node.getValue()) {
      if (tuple.getKeyNode().getTag().equals(Tag.MERGE)) {
        merge(tuple.getValueNode(), seen);
      }
    }
  }

  private void addEntry(NodeTuple tuple, Map<String, Mark> here, boolean own) {
    Mark mark = tuple.getKeyNode().getStartMark();
    if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
      value.reading().mistake(mark, value.path(), "a key must be a single text");
      return;
    }
    String name = key.getValue();
    Mark first = here.putIfAbsent(name, mark);
    if (first != null) {
      value
          .reading()
          .mistake(
              mark,
              path(name),
              "stands twice; the first is in line %d".formatted(first.getLine() + 1));
    } else if (own || !entries.containsKey(name)) {
      marks.put(name, mark);
      entries.put(name, new YamlValue(tuple.getValueNode(), mark, path(name), value.reading()));
    }
  }

  private void merge(Node merged, Set<Node> seen) {
    List<Node> sources = merged instanceof SequenceNode list ? list.getValue() : List.of(merged);
    for (Node source : sources) {
      if (source instanceof MappingNode mapping) {
        add(mapping, seen, false);
      } else {
        value
            .reading()
            .mistake(
                source.getStartMark(),
                value.path(),
                "`<<` takes a mapping or a list of mappings, usually an alias such as `*name`");
      }
    }
  }

  private String path(String key) {
    return value.path().isEmpty() ? key : value.path() + "." + key;
  }

  YamlValue value() {
    return value;
  }

  /** The value of a key that is known here. */
  Optional<YamlValue> get(String key) {
    known.add(key);
    return Optional.ofNullable(entries.get(key));
  }

  boolean has(String key) {
    return entries.containsKey(key);
  }

  /** The value of a key that must be there. */
  Optional<YamlValue> need(String key, String what) {
    Optional<YamlValue> found = get(key);
    if (found.isEmpty() && readable) {
      value.mistake("`%s` is missing: %s".formatted(key, what));
    }
    return found;
  }

  /** Reads a key that may be missing; a wrong value is recorded and gives the default. */
  <T> T get(String key, Function<YamlValue, Optional<T>> read, T otherwise) {
    return get(key).flatMap(read).orElse(otherwise);
  }

  /** All entries, for mappings whose keys are names. */
  Map<String, YamlValue> entries() {
    return Collections.unmodifiableMap(entries);
  }

  /** The place of a key. */
  Mark mark(String key) {
    return marks.getOrDefault(key, value.mark());
  }

  /** A key that other versions or people may expect, with the reason why it is refused. */
  void refuse(String key, String message) {
    get(key).ifPresent(found -> found.mistake(message));
    known.remove(key);
    entries.remove(key);
  }

  /** Reports every key that was not asked for. */
  void noOtherKeys() {
    for (String key : entries.keySet()) {
      if (!known.contains(key)) {
        value
            .reading()
            .mistake(
                mark(key),
                path(key),
                "is not known here%s; allowed are %s"
                    .formatted(Suggestion.of(key, known), String.join(", ", known)));
      }
    }
  }
}
