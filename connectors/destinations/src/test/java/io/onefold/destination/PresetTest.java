package io.onefold.destination;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.destination.HttpContract.Expectation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PresetTest {
  private static final String TRACKER =
      """
      preset: tracker
      title: A tracker
      sources: [{url: "https://tracker.example/docs", read: 2026-11-29}]
      parameters:
        base-url: {about: where it is, example: "https://tracker.example"}
        author: {about: id of the author, example: 7}
        settle: {about: how long, example: 30s, default: 20s}
      samples:
        - {action: create, payload: {title: "T {run}", n: 5, list: [true]}, attributes: {slug: "s-{run}"}}
      contract:
        connector: http
        settle: "${param:settle}"
        headers: {Authorization: "Bearer ${env:TOKEN}", Accept: text/json}
        send:
          url: "${param:base-url}/items"
          timeout: 5s
          provider-id: /id
        readback:
          - {by: id, url: "${param:base-url}/items/{providerId}"}
        item:
          provider-id: /id
          account: {at: /author, equals: "${param:author}"}
          content: [{sent: /title, found: /title}]
      """;

  private static final String USE =
      """
      destinations:
        blog:
          preset: tracker
          parameters: {base-url: "https://${env:HOST}", author: 7}
          account: acme
          environment: test
          send: {timeout: 7s}
          headers: {Accept: null}
      """;

  @Test
  void shouldFillInParametersAndLayTheUsersValuesOverThem() {
    Destination blog = only(parse(USE));

    assertEquals(Optional.of("tracker"), blog.preset());
    assertEquals("https://${env:HOST}/items", blog.http().send().url().text());
    assertEquals(Duration.ofSeconds(7), blog.http().send().timeout());
    assertEquals(Duration.ofSeconds(20), blog.settle());
    assertEquals(Set.of("Authorization"), blog.http().headers().keySet());
    assertEquals(
        new Expectation.EqualTo(7L), blog.http().item().account().orElseThrow().expectation());
  }

  @Test
  void shouldTakeWholeValuesOfAnyKindAndLeaveOutWhatIsNull() {
    String preset =
        TRACKER
            .replace(
                "default: 20s}", "default: 20s}\n  list: {about: a, example: b, default: null}")
            .replace("    timeout: 5s", "    rules: \"${param:list}\"\n    timeout: 5s");
    Destination without = only(parse(USE, preset));
    Destination with =
        only(
            parse(
                USE.replace("author: 7", "author: 7, list: [{status: 409, result: unknown}]"),
                preset));

    assertEquals(0, without.http().send().rules().size());
    assertEquals(List.of(409), with.http().send().rules().get(0).status());
    assertEquals(Map.of("slug", "s-{run}"), with.samples().get(0).attributes());
  }

  @Test
  void shouldHaveTheHashOfTheSameContractWrittenOut() {
    String written =
        """
        destinations:
          blog:
            connector: http
            account: acme
            environment: test
            settle: 20s
            headers: {Authorization: "Bearer ${env:TOKEN}"}
            send: {url: "https://${env:HOST}/items", timeout: 7s, provider-id: /id}
            readback: [{by: id, url: "https://${env:HOST}/items/{providerId}"}]
            item:
              provider-id: /id
              account: {at: /author, equals: 7}
              content: [{sent: /title, found: /title}]
        """;

    assertEquals(only(parse(written)).hash(), only(parse(USE)).hash());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "preset: tracker | preset: traker | 3 | .preset | `traker` is no preset (did you mean"
            + " `tracker`?); there are tracker",
        "preset: tracker | preset: [a] | 3 | .preset | must be the name of a preset: tracker",
        "author: 7 | auther: 7 | 4 | .parameters.auther | (did you mean `author`?); it has"
            + " base-url, author, settle",
        "author: 7 | auther: 7 | 4 | .parameters | `author` is missing: preset tracker needs it: id"
            + " of the author, for example 7",
        "author: 7 | author: [7] | 4 | .item.account.equals | but is a list",
        "author: 7 | author: | 4 | .parameters.author | is empty",
        "https://${env:HOST} | tracker.example | 4 | .send.url | must start with http:// or"
            + " https://",
        "author: 7 | author: 7, settle: 30 | 4 | .settle | `30` must be a whole number with ms, s",
        "timeout: 7s | timeout: 7 | 7 | .send.timeout | `7` must be",
        "timeout: 7s | tiemout: 7s | 7 | .send.tiemout | did you mean `timeout`?",
        "Accept: null | Acept: null | 8 | .headers.Acept | has no `Acept` here; it has"
            + " Authorization, Accept",
        "send: {timeout: 7s} | send: null | 2 | | `send` is missing",
        "send: {timeout: 7s} | send: 7 | 7 | .send | must be a mapping",
        "preset: tracker | connector: http | 4 | .parameters | there is no `preset` here",
      })
  void shouldNameTheUsersLineWhenSomethingIsWrong(
      String find, String replacement, int line, String path, String message) {
    List<Mistake> mistakes = mistakes(USE.replace(find, replacement), TRACKER);

    String where = "destinations.blog" + (path == null ? "" : path);
    assertTrue(
        mistakes.stream()
            .anyMatch(
                m -> m.line() == line && m.path().equals(where) && m.message().contains(message)),
        mistakes.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "timeout: 5s | tmeout: 5s | preset tracker, line 16: is not known here (did you mean"
            + " `timeout`?)",
        "provider-id: /id | provider-id: id | preset tracker, line 17: `id` must be a JSON Pointer",
        "${param:settle} | ${param:setle} | preset tracker, line 12: uses `setle`, which is none of"
            + " its parameters",
        "title: A tracker | titel: A tracker | preset tracker, line 2: titel: is not known here",
        "title: A tracker | title: [ | preset tracker, line 4: is not YAML",
      })
  void shouldNameThePresetWhenItsOwnTextIsWrong(String find, String replacement, String message) {
    List<Mistake> mistakes = mistakes(USE, TRACKER.replace(find, replacement));

    assertTrue(
        mistakes.stream()
            .anyMatch(
                m ->
                    m.line() == 3
                        && m.path().startsWith("destinations.blog")
                        && m.message().contains(message)),
        mistakes.toString());
  }

  @Test
  void shouldTellWhatItNeedsAndShowSamples() {
    Preset preset = new Presets(Map.of("tracker", TRACKER)).find("tracker").orElseThrow();

    assertEquals("2026-11-29", preset.sources().get(0).read());
    assertEquals(Optional.of("20s"), preset.parameters().get("settle").otherwise());
    assertEquals(Map.of("slug", "s-{run}"), preset.samples().get(0).attributes());
    assertEquals("{title=T {run}, n=5, list=[true]}", preset.samples().get(0).payload().toString());
  }

  @Test
  void shouldBeRightWhenPackagedPresetsAreUsedWithTheirExamples() {
    Map<String, Preset> packaged = Presets.packaged().all();
    assertFalse(packaged.isEmpty());
    packaged
        .values()
        .forEach(
            preset -> {
              StringBuilder text = new StringBuilder("destinations:\n  it:\n    account: acme\n");
              text.append("    environment: test\n    preset: ").append(preset.name());
              text.append("\n    parameters:\n");
              preset
                  .parameters()
                  .forEach(
                      (name, parameter) ->
                          text.append(
                              "      %s: '%s'\n"
                                  .formatted(name, parameter.example().replace("'", "''"))));
              assertFalse(preset.sources().isEmpty(), preset.name());
              assertFalse(preset.samples().isEmpty(), preset.name());
              only(DestinationsFile.parse(preset.name(), text.toString(), resolver()));
            });
  }

  private static List<Mistake> mistakes(String use, String preset) {
    return assertThrows(
            InvalidDestinationsException.class,
            () ->
                DestinationsFile.parse(
                    "some.yaml", use, resolver(), new Presets(Map.of("tracker", preset)), Set.of()))
        .mistakes();
  }

  private static Destinations parse(String text) {
    return parse(text, TRACKER);
  }

  private static Destinations parse(String text, String preset) {
    return DestinationsFile.parse(
        "some.yaml", text, resolver(), new Presets(Map.of("tracker", preset)), Set.of());
  }

  private static SecretResolver resolver() {
    return new FixedResolver(name -> Optional.of("some"));
  }

  private static Destination only(Destinations destinations) {
    assertEquals(1, destinations.all().size());
    return destinations.all().iterator().next();
  }
}
