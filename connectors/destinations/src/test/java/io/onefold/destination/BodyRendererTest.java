package io.onefold.destination;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BodyRendererTest {
  private static final String PAYLOAD =
      """
      {"title":"A \\"b\\" & c","amount":12.50,"paid":true,"note":null,"tags":["x","y"],
       "author":{"id":7},"a.b":"dotted","lines":"one\\r\\ntwo, three; four"}\
      """;

  @Test
  void shouldKeepJsonTypesWhenAValueIsOneWholeVariable() {
    assertEquals(
        "{\"a\":12.5,\"b\":true,\"c\":null,\"d\":[\"x\",\"y\"],\"e\":{\"id\":7},\"f\":\"12.5"
            + " EUR\",\"g\":[1,false,null,\"y\"],\"h\":\"de\",\"i\":\"dotted\"}",
        rendered(
            "{json: {f: '{payload.amount} EUR', a: '{payload.amount}', b: '{payload.paid}',"
                + " c: '{payload.note}', d: '{payload.tags}', e: '{payload.author}',"
                + " g: [1, false, null, '{payload.tags.1}'], h: '{attributes.lang}',"
                + " i: '{payload.a.b}'}}"));
  }

  @Test
  void shouldLeaveOptionalMembersOutWhenAVariableHasNoValue() {
    assertEquals(
        "{\"a\":null,\"q?\":1}",
        rendered("{json: {'a?': '{payload.note}', 'b?': ['{payload.gone}'], 'q??': 1}}"));
    assertEquals("a=op%2F1", rendered("{form: {'a?': '{operationId}', 'b?': '{payload.gone}'}}"));
  }

  @Test
  void shouldTakeThePrefixOfAValueWhenItIsAskedFor() {
    assertEquals(
        "{\"a\":\"%s\",\"b\":\"dot\"}".formatted(OperationReference.hex("op/1").substring(0, 25)),
        rendered("{json: {a: '{reference:25}', b: '{payload.a.b:3}'}}"));
  }

  @Test
  void shouldTakeTheWholePayloadWhenItIsNamed() {
    assertTrue(
        rendered("{json: {ref: '{operationId}', data: '{payload}'}}")
            .startsWith("{\"data\":{\"a.b\":\"dotted\",\"amount\":12.5,"));
  }

  @Test
  void shouldWriteBracesWhenTheyAreDoubled() {
    assertEquals(
        "{\"query\":\"{ issue(id: \\\"7\\\") { id } } $x\"}",
        rendered("{json: {query: '{{ issue(id: \"{payload.author.id}\") {{ id }} }} $x'}}"));
  }

  @Test
  void shouldEncodeFieldsInTheirOrderWhenBodyIsAForm() {
    RenderedBody body =
        render("{form: {'metadata[ref]': '{operationId}', title: '{payload.title}', n: 5}}");

    assertEquals("application/x-www-form-urlencoded", body.contentType());
    assertEquals("metadata%5Bref%5D=op%2F1&title=A+%22b%22+%26+c&n=5", text(body));
  }

  @Test
  void shouldKeepValuesInsideTheirLineWhenBodyIsACalendar() {
    assertEquals(
        "BEGIN:VEVENT\r\nSUMMARY:one\\ntwo\\, three\\; four\r\nEND:VEVENT",
        rendered(
            "{text: \"BEGIN:VEVENT\\nSUMMARY:{payload.lines}\\nEND:VEVENT\","
                + " content-type: text/calendar, line-ends: crlf}"));
  }

  @Test
  void shouldKeepValuesInsideTheirElementWhenBodyIsXml() {
    assertEquals(
        "<a>A &quot;b&quot; &amp; c</a>",
        rendered("{text: '<a>{payload.title}</a>', content-type: application/atom+xml}"));
  }

  @Test
  void shouldTakeAValueAsItIsWhenATextIsOneWholeVariable() {
    RenderedBody body = render("{text: '{payload.lines}'}");

    assertEquals("text/plain; charset=utf-8", body.contentType());
    assertEquals("one\r\ntwo, three; four", text(body));
  }

  @Test
  void shouldLeaveTheApprovedBytesAloneWhenBodyIsThePayload() {
    byte[] payload = {1, 2, 3};

    RenderedBody body = BodyRenderer.render(Body.PAYLOAD, "op", Map.of(), payload);

    assertArrayEquals(payload, body.bytes());
    assertEquals("", body.contentType());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{json: {a: '{payload.gone}'}} | `payload.gone` has no value for this operation",
        "{json: {a: 'x{payload.note}'}} | is null, not a text",
        "{json: {a: 'x{payload.tags}'}} | is a list, not a text",
        "{form: {a: '{payload.author}'}} | is an object, not a text",
        "{text: 'x {payload.lines}'} | a line end or another control character",
      })
  void shouldSayWhatIsMissingWhenAValueDoesNotFit(String body, String message) {
    ExpansionException refused = assertThrows(ExpansionException.class, () -> render(body));

    assertTrue(
        String.valueOf(refused.getMessage()).contains(message.strip()), refused.getMessage());
    assertTrue(String.valueOf(refused.getMessage()).contains("destinations.blog.send.body"));
  }

  @Test
  void shouldSayThatThePayloadIsNotJsonWhenAVariableNeedsIt() {
    Body body = body("{json: {a: '{payload.x}'}}");

    for (String payload : new String[] {"text", "{\"x\":1,\"x\":2}", "{\"x\":1} {}"}) {
      assertThrows(
          ExpansionException.class,
          () ->
              BodyRenderer.render(body, "op", Map.of(), payload.getBytes(StandardCharsets.UTF_8)));
    }
  }

  @Test
  void shouldListTheAttributesThatABodyUsesWhenAnIntentMustHaveThem() {
    assertEquals(
        Set.of("lang"), destination("{json: {h: ['{attributes.lang}']}}").attributesUsed());
  }

  private static String rendered(String body) {
    return text(render(body));
  }

  private static String text(RenderedBody body) {
    return new String(body.bytes(), StandardCharsets.UTF_8);
  }

  private static RenderedBody render(String body) {
    return BodyRenderer.render(
        body(body), "op/1", Map.of("lang", "de"), PAYLOAD.getBytes(StandardCharsets.UTF_8));
  }

  private static Body body(String body) {
    return destination(body).http().send().body();
  }

  private static Destination destination(String body) {
    String text =
        Wrong.RIGHT.replace(
            "provider-id: /id\n    r", "provider-id: /id\n      body: " + body + "\n    r");
    return DestinationsFile.parse("some.yaml", text, FixedResolver.of(Map.of()))
        .all()
        .iterator()
        .next();
  }
}
