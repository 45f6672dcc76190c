package io.onefold.destination;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.representer.Representer;

/** The schema that editors use and the reader know the same keys and agree on what is right. */
class DestinationsSchemaTest {
  private static final Path FILES = Path.of("src/test/resources/destinations");
  private static final String STRANGER = "zzz";
  private static final Pattern ALLOWED = Pattern.compile("is not known here; allowed are (.*)");
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final JsonNode SCHEMA = read();

  private static JsonNode read() {
    try {
      return MAPPER.readTree(DestinationsSchema.text());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Yaml yaml() {
    LoaderOptions loading = new LoaderOptions();
    DumperOptions dumping = new DumperOptions();
    return new Yaml(
        new SafeConstructor(loading), new Representer(dumping), dumping, loading, new CoreSchema());
  }

  @Test
  void shouldKnowTheKeysThatTheReaderKnowsAndNoOthers() throws IOException {
    Object tree = yaml().load(Files.readString(FILES.resolve("everything.yaml")));
    addStranger(tree);

    List<Mistake> mistakes =
        assertThrows(
                InvalidDestinationsException.class,
                () ->
                    DestinationsFile.parse(
                        "some.yaml", yaml().dump(tree), FixedResolver.of(Map.of())))
            .mistakes();

    Map<String, Set<String>> reader = new TreeMap<>();
    Map<String, Set<String>> schema = new TreeMap<>();
    for (Mistake mistake : mistakes) {
      Matcher allowed = ALLOWED.matcher(mistake.message());
      if (mistake.path().endsWith("." + STRANGER) && allowed.matches()) {
        String path = mistake.path().replaceFirst("\\.?" + STRANGER + "$", "");
        // Some keys are known only beside others, so all places of one kind count together.
        String kind =
            path.replaceFirst("^destinations\\.[^.]+", "destinations.*")
                .replaceAll("\\[\\d+]", "[]");
        reader
            .computeIfAbsent(kind, k -> new TreeSet<>())
            .addAll(List.of(allowed.group(1).split(", ")));
        schema.put(kind, keys(path));
      }
    }
    assertTrue(reader.size() > 30, "the file must visit all parts: " + reader.keySet());
    assertEquals(lines(reader), lines(schema));
  }

  private static String lines(Map<String, Set<String>> keys) {
    StringBuilder text = new StringBuilder();
    keys.forEach((path, names) -> text.append(path).append(": ").append(names).append('\n'));
    return text.toString();
  }

  @SuppressWarnings("unchecked")
  private static void addStranger(Object node) {
    if (node instanceof Map<?, ?> map) {
      map.values().forEach(DestinationsSchemaTest::addStranger);
      ((Map<String, Object>) map).put(STRANGER, "x");
    } else if (node instanceof List<?> list) {
      list.forEach(DestinationsSchemaTest::addStranger);
    }
  }

  /** The keys of the schema at a path of the file. */
  private static Set<String> keys(String path) {
    Set<JsonNode> here = new LinkedHashSet<>(Set.of(SCHEMA));
    for (String step : path.split("\\.|(?=\\[)", -1)) {
      Set<JsonNode> next = new LinkedHashSet<>();
      for (JsonNode node : here) {
        for (JsonNode form : forms(node)) {
          JsonNode child =
              step.startsWith("[")
                  ? form.path("items")
                  : form.path("properties").has(step)
                      ? form.path("properties").get(step)
                      : form.path("additionalProperties");
          if (child.isObject()) {
            next.add(child);
          }
        }
      }
      here = next;
    }
    Set<String> keys = new TreeSet<>();
    for (JsonNode node : here) {
      forms(node).forEach(form -> form.path("properties").fieldNames().forEachRemaining(keys::add));
    }
    return keys;
  }

  private static List<JsonNode> forms(JsonNode node) {
    List<JsonNode> forms = new ArrayList<>(List.of(node));
    if (node.has("$ref")) {
      forms.addAll(forms(SCHEMA.at(node.get("$ref").asText().substring(1))));
    }
    node.path("anyOf").forEach(one -> forms.addAll(forms(one)));
    return forms;
  }

  @ParameterizedTest
  @ValueSource(strings = {"everything.yaml", "blog.yaml", "profiles.yaml"})
  void shouldTakeFilesThatTheReaderTakes(String name) throws IOException {
    assertEquals(Set.of(), wrong(Files.readString(FILES.resolve(name))));
  }

  @Test
  void shouldTakeEveryPresetWithItsExamples() {
    Presets.packaged()
        .all()
        .values()
        .forEach(
            preset -> {
              Map<String, Object> parameters = new LinkedHashMap<>();
              preset.parameters().forEach((key, value) -> parameters.put(key, value.example()));
              Map<String, Object> destination = new LinkedHashMap<>();
              destination.put("preset", preset.name());
              destination.put("parameters", parameters);
              destination.put("account", "acme");
              destination.put("environment", "live");
              destination.put("send", null);
              assertEquals(
                  Set.of(),
                  wrong(yaml().dump(Map.of("destinations", Map.of("it", destination)))),
                  preset.name());
              Optional<YamlValue> contract =
                  Presets.packaged().file(preset.name()).flatMap(PresetFile::contract);
              assertTrue(contract.isPresent(), preset.name());
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "acount: acme",
        "account: [acme]",
        "approval: maybe",
        "lease: 60",
        "attempts: {max: 0}",
        "limits: {rate: 10}",
        "auth: {basic: {user: a}}",
        "auth: {digest: {user: a}}",
        "tls: {ca: 7}",
        "egress: {private: maybe}",
        "send: {}",
        "send: {url: 'https://x/', method: GET}",
        "send: {url: 'https://x/', body: file}",
        "send: {url: 'https://x/', body: {xml: a}}",
        "send: {url: 'https://x/', rules: [{status: 99, result: refused}]}",
        "send: {url: 'https://x/', rules: [{status: 6xx, result: refused}]}",
        "send: {url: 'https://x/', rules: [{status: 500}]}",
        "send: {url: 'https://x/', rules: [{body: {/a: {like: b}}, result: refused}]}",
        "send: {url: 'https://x/', provider-id: id}",
        "readback: [{by: name, url: 'https://x/'}]",
        "readback: [{by: id}]",
        "readback: {by: id}",
        "readback: [{by: list, url: 'https://x/', match: {sent: /a, found: /a, normalise: upper}}]",
        "absence: {after: never}",
        "x-anchors: 1",
      })
  void shouldNotTakeWhatIsWrongInForm(String line) {
    String text =
        "destinations:\n  blog:\n    connector: http\n    account: acme\n    environment: live\n";
    String wrong = line.startsWith("account") ? text.replace("    account: acme\n", "") : text;

    assertEquals(Set.of(), wrong(text + "    send: {url: 'https://x/'}\n"));
    assertFalse(wrong(wrong + "    " + line + "\n").isEmpty(), line);
  }

  private static Set<ValidationMessage> wrong(String text) {
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(SCHEMA);
    return schema.validate(MAPPER.valueToTree(yaml().load(text)));
  }
}
