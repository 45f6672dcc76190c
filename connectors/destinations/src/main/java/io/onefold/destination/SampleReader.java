package io.onefold.destination;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads intents in short. */
final class SampleReader {
  private SampleReader() {}

  static List<Preset.Sample> samples(YamlValue value) {
    return value.list("samples").stream().map(sample -> sample(sample.mapping())).toList();
  }

  private static Preset.Sample sample(YamlMapping in) {
    Map<String, String> attributes = new LinkedHashMap<>();
    in.get("attributes")
        .map(value -> value.mapping().entries())
        .orElse(Map.of())
        .forEach((name, value) -> value.text("a text").ifPresent(t -> attributes.put(name, t)));
    Preset.Sample sample =
        new Preset.Sample(
            in.need("action", "what the intent is for")
                .flatMap(value -> value.text("what the intent is for"))
                .orElse(""),
            in.need("payload", "the payload of the intent")
                .<Object>flatMap(SampleReader::plain)
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
