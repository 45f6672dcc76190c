package io.onefold.destination;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Node;

/**
 * The text of one preset.
 *
 * @param preset what users see of it
 * @param contract the destination in which parameters are filled in; empty if there is a mistake
 * @param samples intents in which parameters are filled in
 * @param defaults values of parameters that need not be given, with their types
 * @param mistakes what is wrong in the text
 */
record PresetFile(
    Preset preset,
    Optional<YamlValue> contract,
    Optional<YamlValue> samples,
    Map<String, Node> defaults,
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
    return new PresetFile(none, Optional.empty(), Optional.empty(), Map.of(), reading.mistakes());
  }

  private static PresetFile read(String name, YamlMapping in, Reading reading) {
    in.need("preset", "the name of this preset, which is that of its file")
        .ifPresent(
            value ->
                value
                    .text("the name of this preset")
                    .filter(written -> !written.equals(name))
                    .ifPresent(written -> value.wrong("must be `" + name + "`, as the file says")));
    Map<String, Node> defaults = new LinkedHashMap<>();
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
            in.get("samples").map(SampleReader::samples).orElse(List.of()));
    Optional<YamlValue> contract = in.need("contract", "the destination, with parameters in it");
    in.entries().keySet().stream().filter(key -> key.startsWith("x-")).forEach(in::get);
    in.noOtherKeys();
    return new PresetFile(preset, contract, in.get("samples"), defaults, reading.mistakes());
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
      YamlMapping in, Map<String, Node> defaults) {
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
                      parameter
                          .get("default")
                          .map(v -> v.isNull() || !v.isScalar() ? "" : v.scalar("").orElse(""))));
              parameter.get("default").ifPresent(v -> defaults.put(name, v.node()));
              parameter.noOtherKeys();
            });
    return parameters;
  }
}
