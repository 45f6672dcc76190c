package io.onefold.destination;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Makes one destination of a preset and of what the user writes beside it: parameters are filled
 * in, then the user's own values lie over the preset's. Mappings merge key by key, anything else
 * replaces, and null removes.
 *
 * <p>Works on the nodes, so that each value keeps its place: a mistake in a value of the user's, a
 * parameter included, is reported in the user's line, and one in the preset's own text at the
 * user's {@code preset} key with the preset's line in the message.
 */
final class PresetExpansion {
  private static final Pattern PARAMETER = Pattern.compile("\\$\\{param:([^{}]*)}");

  private final YamlValue preset;
  private final String name;
  private final PresetFile file;
  private final Map<String, Node> values = new LinkedHashMap<>();

  private PresetExpansion(YamlValue preset, String name, PresetFile file) {
    this.preset = preset;
    this.name = name;
    this.file = file;
  }

  /**
   * The destination with its preset, or as it is if it names none.
   *
   * @return empty, with a recorded mistake, if the preset cannot be used
   */
  static Optional<YamlValue> expand(YamlValue destination) {
    if (!destination.isMapping()) {
      return Optional.of(destination);
    }
    YamlMapping in = destination.mapping();
    Optional<YamlValue> preset = in.get("preset");
    if (preset.isEmpty()) {
      in.get("parameters")
          .ifPresent(value -> value.mistake("belongs to a preset, and there is no `preset` here"));
      return Optional.of(destination);
    }
    Presets presets = destination.reading().presets();
    String what = "the name of a preset: " + presets.names();
    Optional<String> name = preset.get().text(what);
    Optional<PresetFile> file = name.flatMap(presets::file);
    if (name.isPresent() && file.isEmpty()) {
      preset
          .get()
          .wrong(
              "`%s` is no preset%s; there are %s"
                  .formatted(
                      name.get(), Suggestion.of(name.get(), presets.eachName()), presets.names()));
    }
    return file.flatMap(
        read -> new PresetExpansion(preset.get(), name.orElse(""), read).expand(in));
  }

  private Optional<YamlValue> expand(YamlMapping in) {
    file.mistakes()
        .forEach(
            mistake ->
                preset.wrong(
                    "preset %s, line %d: %s%s"
                        .formatted(
                            name,
                            mistake.line(),
                            mistake.path().isEmpty() ? "" : mistake.path() + ": ",
                            mistake.message())));
    if (!file.mistakes().isEmpty() || file.contract().isEmpty() || !parameters(in)) {
      return Optional.empty();
    }
    YamlValue user = in.value();
    Node filled = filled(file.contract().get().node());
    YamlValue base =
        new YamlValue(withSamples(filled), filled.getStartMark(), user.path(), user.reading());
    return Optional.of(new YamlValue(merged(base, user), user.mark(), user.path(), user.reading()));
  }

  private Node withSamples(Node contract) {
    if (file.samples().isEmpty() || !(contract instanceof MappingNode mapping)) {
      return contract;
    }
    List<NodeTuple> more = new ArrayList<>(mapping.getValue());
    YamlValue samples = file.samples().get();
    more.add(new NodeTuple(scalar("samples", mark(samples.node())), filled(samples.node())));
    Mark mark = mapping.getStartMark();
    return new MappingNode(Tag.MAP, true, more, mark, mark, FlowStyle.BLOCK);
  }

  private boolean parameters(YamlMapping in) {
    Map<String, Preset.Parameter> declared = file.preset().parameters();
    Optional<YamlValue> block = in.get("parameters");
    boolean right = block.isEmpty() || block.get().isMapping();
    Map<String, YamlValue> given = block.map(value -> value.mapping().entries()).orElse(Map.of());
    for (Map.Entry<String, YamlValue> one : given.entrySet()) {
      YamlValue value = one.getValue();
      if (!declared.containsKey(one.getKey())) {
        value.mistake(
            "is no parameter of preset %s%s; it has %s"
                .formatted(
                    name, Suggestion.of(one.getKey(), declared.keySet()), described(declared)));
        right = false;
      } else if (value.isNull() && !isNull(file.defaults().get(one.getKey()))) {
        value.wrong("is empty; it must be " + declared.get(one.getKey()).about());
        right = false;
      } else {
        values.put(one.getKey(), value.node());
      }
    }
    for (Map.Entry<String, Preset.Parameter> one : declared.entrySet()) {
      Optional<Node> otherwise = Optional.ofNullable(file.defaults().get(one.getKey()));
      if (given.containsKey(one.getKey())) {
        continue;
      }
      if (otherwise.isPresent()) {
        values.put(one.getKey(), filled(otherwise.get()));
      } else {
        block
            .orElse(preset)
            .mistake(
                "`%s` is missing: preset %s needs it: %s, for example %s"
                    .formatted(
                        one.getKey(), name, one.getValue().about(), one.getValue().example()));
        right = false;
      }
    }
    return right;
  }

  private static String described(Map<String, Preset.Parameter> declared) {
    return declared.isEmpty() ? "none" : String.join(", ", declared.keySet());
  }

  /** A copy of a node of the preset with its parameters, whose marks point to the user's file. */
  private Node filled(Node node) {
    Mark mark = mark(node);
    return switch (node) {
      case MappingNode mapping ->
          new MappingNode(
              mapping.getTag(),
              true,
              mapping.getValue().stream()
                  .filter(t -> !isLeftOut(t.getValueNode()))
                  .map(t -> new NodeTuple(filled(t.getKeyNode()), filled(t.getValueNode())))
                  .toList(),
              mark,
              mark,
              FlowStyle.BLOCK);
      case SequenceNode list ->
          new SequenceNode(
              list.getTag(),
              true,
              list.getValue().stream()
                  .filter(element -> !isLeftOut(element))
                  .map(this::filled)
                  .toList(),
              mark,
              mark,
              FlowStyle.BLOCK);
      case ScalarNode scalar -> filled(scalar, mark);
      default -> throw new IllegalStateException("YAML has no other nodes: " + node.getNodeId());
    };
  }

  private Mark mark(Node node) {
    return PresetMark.of(preset.mark(), name, node.getStartMark());
  }

  /** A part that is a parameter whose value is null. */
  private boolean isLeftOut(Node node) {
    return node instanceof ScalarNode scalar
        && wholeParameter(scalar).map(PresetExpansion::isNull).orElse(false);
  }

  private static boolean isNull(@Nullable Node node) {
    return node != null && node.getTag().equals(Tag.NULL);
  }

  private Optional<Node> wholeParameter(ScalarNode scalar) {
    Matcher parameter = PARAMETER.matcher(scalar.getValue());
    return parameter.matches()
        ? Optional.ofNullable(values.get(parameter.group(1)))
        : Optional.empty();
  }

  private Node filled(ScalarNode scalar, Mark mark) {
    Optional<Node> whole = wholeParameter(scalar);
    if (whole.isPresent()) {
      return whole.get();
    }
    Matcher parameter = PARAMETER.matcher(scalar.getValue());
    Mark place = mark;
    StringBuilder text = new StringBuilder();
    while (parameter.find()) {
      if (!(values.get(parameter.group(1)) instanceof ScalarNode value) || isNull(value)) {
        preset.wrong(
            "preset %s, line %d: %s"
                .formatted(
                    name,
                    scalar.getStartMark().getLine() + 1,
                    values.containsKey(parameter.group(1))
                        ? "the parameter `%s` must be a single value".formatted(parameter.group(1))
                        : "uses `%s`, which is none of its parameters: %s"
                            .formatted(parameter.group(1), described(file.preset().parameters()))));
        return new ScalarNode(scalar.getTag(), scalar.getValue(), mark, mark, ScalarStyle.PLAIN);
      }
      place = value.getStartMark();
      parameter.appendReplacement(text, Matcher.quoteReplacement(value.getValue()));
    }
    parameter.appendTail(text);
    return place == mark
        ? new ScalarNode(scalar.getTag(), scalar.getValue(), mark, mark, ScalarStyle.PLAIN)
        : scalar(text.toString(), place);
  }

  private static ScalarNode scalar(String text, Mark mark) {
    return new ScalarNode(Tag.STR, text, mark, mark, ScalarStyle.PLAIN);
  }

  private Node merged(YamlValue base, YamlValue over) {
    if (!base.isMapping() || !over.isMapping()) {
      return over.node();
    }
    YamlMapping from = base.mapping();
    YamlMapping to = over.mapping();
    Map<String, NodeTuple> merged = new LinkedHashMap<>();
    from.entries().forEach((key, value) -> merged.put(key, tuple(key, from, value.node())));
    to.entries()
        .forEach(
            (key, value) -> {
              Optional<YamlValue> replaced = Optional.ofNullable(from.entries().get(key));
              if (!value.isNull()) {
                Node node = replaced.map(one -> merged(one, value)).orElse(value.node());
                merged.put(key, tuple(key, to, node));
              } else if (replaced.isPresent()) {
                merged.remove(key);
              } else {
                value.mistake(
                    "is empty, which removes a part of preset %s, but the preset has no `%s` here; it has %s"
                        .formatted(name, key, String.join(", ", from.entries().keySet())));
              }
            });
    Mark mark = over.node().getStartMark();
    return new MappingNode(
        Tag.MAP, true, new ArrayList<>(merged.values()), mark, mark, FlowStyle.BLOCK);
  }

  private static NodeTuple tuple(String key, YamlMapping from, Node value) {
    return new NodeTuple(scalar(key, from.mark(key)), value);
  }
}
