package io.onefold.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.onefold.destination.BodyRenderer;
import io.onefold.destination.Destination;
import io.onefold.destination.DestinationsFile;
import io.onefold.destination.Preset;
import io.onefold.destination.Presets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each preset is whole: it reads, its samples fit, its sources are named, and it is documented. */
class PresetsTest {
  private static final Path README = Path.of("..", "..", "connectors", "presets", "README.md");

  static Set<String> names() {
    return Presets.packaged().all().keySet();
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldReadWithItsOwnExamples(String name) {
    // given
    Preset preset = Presets.packaged().find(name).orElseThrow();

    // when
    Destination destination = read(preset);

    // then
    assertTrue(
        preset.sources().stream().allMatch(source -> source.url().startsWith("https://")),
        () -> "sources of " + name);
    assertFalse(preset.sources().isEmpty(), () -> "sources of " + name);
    assertEquals("acme", destination.account());
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldFillItsBodyFromItsSamples(String name) throws IOException {
    // given
    Preset preset = Presets.packaged().find(name).orElseThrow();
    Destination destination = read(preset);
    assertFalse(preset.samples().isEmpty(), () -> "samples of " + name);

    for (Preset.Sample sample : preset.samples()) {
      // when
      byte[] payload =
          new ObjectMapper().writeValueAsString(sample.payload()).getBytes(StandardCharsets.UTF_8);
      byte[] body =
          BodyRenderer.render(
                  destination.http().send().body(), "sample", sample.attributes(), payload)
              .bytes();

      // then
      assertTrue(body.length > 0, name);
    }
  }

  @Test
  void shouldHaveALineForEachPresetInTheReadme() throws IOException {
    // when
    Set<String> described =
        Files.readAllLines(README).stream()
            .filter(line -> line.startsWith("| ["))
            .map(line -> line.substring(3, line.indexOf(']')))
            .collect(Collectors.toSet());

    // then
    assertEquals(names(), described);
  }

  private static Destination read(Preset preset) {
    String parameters =
        preset.parameters().entrySet().stream()
            .map(one -> "      %s: %s\n".formatted(one.getKey(), yaml(one.getValue().example())))
            .collect(Collectors.joining());
    String text =
        """
        destinations:
          it:
            preset: %s
            account: acme
            environment: sandbox
            parameters:
        %s\
        """
            .formatted(preset.name(), parameters);
    return DestinationsFile.parse(preset.name(), text).find("it").orElseThrow();
  }

  /** An example stands in the preset as a user would write it, quotes included. */
  private static String yaml(String example) {
    boolean plain = example.matches("[A-Za-z0-9'][^:#{}&*!]*(:[^ ]*)*") && !example.contains("${");
    return plain ? example : '"' + example + '"';
  }
}
