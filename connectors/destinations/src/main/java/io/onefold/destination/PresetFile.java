package io.onefold.destination;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * The text of one preset.
 *
 * @param preset what users see of it
 * @param contract the destination in which parameters are filled in; empty if there is a mistake
 * @param defaults values of parameters that need not be given, with their types
 * @param mistakes what is wrong in the text
 */
record PresetFile(
    Preset preset,
    Optional<YamlValue> contract,
    Map<String, ScalarNode> defaults,
    List<Mistake> mistakes) {
  private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern PARAMETER = Pattern.compile("[a-z0-9]+(?:-[a-z0-9]+)*");

  static PresetFile read(String name, String text) {
    Reading reading = Reading.asWritten(Presets.none());
    try {
      Optional<YamlMapping> root = YamlText.compose(text, reading).map(YamlValue::mapping);
      if (root.isPresent()) {
        return read(name, root.get(), reading);
      }
    } catch (Reading.TooMuchException tooMuch) {
      reading.gaveUp(tooMuch);
    }
    Preset none = new Preset(name, name, List.of(), Map.of(), List.of());
    return new PresetFile(none, Optional.empty(), Map.of(), reading.mistakes());
  }

  private static PresetFile read(String name, YamlMapping in, Reading reading) {
    in.need("preset", "the name of this preset, which is that of its file")
        .ifPresent(
            value ->
                value
                    .text("the name of this preset")
                    .filter(written -> !written.equals(name))
                    .ifPresent(written -> value.wrong("must be `" + name + "`, as the file says")));
    Map<String, ScalarNode> defaults = new LinkedHashMap<>();
    Preset preset =
        new Preset(
            name,
            text(in, "title", "what the preset is for"),
            in
                .need("sources", "where the values come from")
                .map(value -> value.list("sources"))
                .orElse(List.of())
                .stream()
                .map(source -> source(source.mapping()))
                .toList(),
            parameters(in, defaults),
            samples(in));
    Optional<YamlValue> contract = in.need("contract", "the destination, with parameters in it");
    in.entries().keySet().stream().filter(key -> key.startsWith("x-")).forEach(in::get);
    in.noOtherKeys();
    return new PresetFile(preset, contract, defaults, reading.mistakes());
  }

  private static String text(YamlMapping in, String key, String what) {
    return in.need(key, what).flatMap(value -> value.text(what)).orElse("");
  }

  private static Preset.Source source(YamlMapping in) {
    Preset.Source source =
        new Preset.Source(
            text(in, "url", "the address of the document"),
            in.need("read", "the day on which it was read")
                .flatMap(
                    value ->
                        value
                            .text("a day such as 2026-11-29")
                            .flatMap(
                                day ->
                                    DAY.matcher(day).matches()
                                        ? Optional.of(day)
                                        : value.wrong("must be a day such as 2026-11-29")))
                .orElse(""));
    in.noOtherKeys();
    return source;
  }

  private static Map<String, Preset.Parameter> parameters(
      YamlMapping in, Map<String, ScalarNode> defaults) {
    Map<String, Preset.Parameter> parameters = new LinkedHashMap<>();
    in.get("parameters")
        .map(value -> value.mapping().entries())
        .orElse(Map.of())
        .forEach(
            (name, value) -> {
              if (!PARAMETER.matcher(name).matches()) {
                value.mistake("a parameter is named by lower-case letters, digits and hyphens");
              }
              YamlMapping parameter = value.mapping();
              parameters.put(
                  name,
                  new Preset.Parameter(
                      text(parameter, "about", "what the parameter is"),
                      parameter
                          .need("example", "a value that is right")
                          .flatMap(v -> v.scalar("a value that is right"))
                          .orElse(""),
                      parameter.get("default").flatMap(v -> v.scalar("a single value"))));
              parameter
                  .get("default")
                  .filter(YamlValue::isScalar)
                  .ifPresent(v -> defaults.put(name, (ScalarNode) v.node()));
              parameter.noOtherKeys();
            });
    return parameters;
  }

  private static List<Preset.Sample> samples(YamlMapping in) {
    return in.get("samples").map(value -> value.list("samples")).orElse(List.of()).stream()
        .map(value -> sample(value.mapping()))
        .toList();
  }

  private static Preset.Sample sample(YamlMapping in) {
    Map<String, String> attributes = new LinkedHashMap<>();
    in.get("attributes")
        .map(value -> value.mapping().entries())
        .orElse(Map.of())
        .forEach((name, value) -> value.text("a text").ifPresent(t -> attributes.put(name, t)));
    Preset.Sample sample =
        new Preset.Sample(
            text(in, "action", "what the intent is for"),
            in.need("payload", "the payload of the intent")
                .<Object>flatMap(PresetFile::plain)
                .orElse(Map.of()),
            attributes);
    in.noOtherKeys();
    return sample;
  }

  private static Optional<Object> plain(YamlValue value) {
    if (value.isMapping()) {
      Map<String, Object> members = new LinkedHashMap<>();
      value
          .mapping()
          .entries()
          .forEach((name, member) -> plain(member).ifPresent(v -> members.put(name, v)));
      return Optional.of(members);
    }
    if (value.isSequence()) {
      List<Object> elements = new ArrayList<>();
      value.list("values").forEach(element -> plain(element).ifPresent(elements::add));
      return Optional.of(elements);
    }
    if (value.tag().equals(Tag.BOOL)) {
      return value.bool().map(flag -> flag);
    }
    if (value.tag().equals(Tag.INT) || value.tag().equals(Tag.FLOAT)) {
      return Expectations.decimal(value).map(number -> number);
    }
    return value.scalar("a value").map(text -> text);
  }
}
