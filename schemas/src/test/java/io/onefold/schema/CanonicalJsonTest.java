package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.onefold.schema.InvalidJsonException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CanonicalJsonTest {
  private static String canonical(String json) {
    return new String(
        CanonicalJson.canonicalise(json.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
  }

  /** RFC 8785, sections 3.2.2 to 3.2.4. */
  @Test
  void shouldBeTheBytesOfTheStandardWhenGivenItsExample() {
    String json =
        """
        {
          "numbers": [333333333.33333329, 1E30, 4.50,
                      2e-3, 0.000000000000000000000000001],
          "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
          "literals": [null, true, false]
        }
        """;
    String exact = json.replace("333333333.33333329", "333333333.3333333");
    String hex =
        "7b 22 6c 69 74 65 72 61 6c 73 22 3a 5b 6e 75 6c 6c 2c 74 72"
            + " 75 65 2c 66 61 6c 73 65 5d 2c 22 6e 75 6d 62 65 72 73 22 3a"
            + " 5b 33 33 33 33 33 33 33 33 33 2e 33 33 33 33 33 33 33 2c 31"
            + " 65 2b 33 30 2c 34 2e 35 2c 30 2e 30 30 32 2c 31 65 2d 32 37"
            + " 5d 2c 22 73 74 72 69 6e 67 22 3a 22 e2 82 ac 24 5c 75 30 30"
            + " 30 66 5c 6e 41 27 42 5c 22 5c 5c 5c 5c 5c 22 2f 22 7d";

    byte[] bytes = CanonicalJson.canonicalise(exact.getBytes(StandardCharsets.UTF_8));
    // The standard's own text has a digit that no double carries; here it is refused, not rounded.
    var refused = assertThrows(InvalidJsonException.class, () -> canonical(json));

    assertEquals(hex, HexFormat.ofDelimiter(" ").formatHex(bytes));
    assertEquals("/numbers/0", refused.pointer());
  }

  /** RFC 8785, section 3.2.3. */
  @Test
  void shouldOrderKeysByUtf16UnitsWhenGivenTheExampleOfTheStandard() {
    String json =
        """
        {"\\u20ac": "Euro Sign", "\\r": "Carriage Return", "\\ufb33": "Hebrew Letter Dalet With Dagesh",
         "1": "One", "\\ud83d\\ude00": "Emoji: Grinning Face", "\\u0080": "Control",
         "\\u00f6": "Latin Small Letter O With Diaeresis"}
        """;

    String text = canonical(json);

    assertEquals(
        "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\","
            + "\"\u00f6\":\"Latin Small Letter O With Diaeresis\",\"\u20ac\":\"Euro Sign\","
            + "\"\ud83d\ude00\":\"Emoji: Grinning Face\","
            + "\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}",
        text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "[];[]",
        "{};{}",
        "` [ 1 , 2.0 , -0 ] `;[1,2,0]",
        "{\"b\":{\"d\":1,\"c\":2},\"a\":[{}]};{\"a\":[{}],\"b\":{\"c\":2,\"d\":1}}",
        "\"\\u0000\\u001f\\u007f\\/\";\"\\u0000\\u001f\u007f/\"",
        "\"\\b\\t\\n\\f\\r\";\"\\b\\t\\n\\f\\r\"",
        "\"\\u2028e\\u0301\";\"\u2028e\u0301\"",
        "{\"\":\"\"};{\"\":\"\"}",
        "null;null",
        "true;true",
      })
  void shouldHaveOneFormWhenTheSameIsWrittenDifferently(String json, String expected) {
    assertEquals(expected, canonical(json));
    assertEquals(expected, canonical(expected));
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of(
            "{\"a\":{\"b\":[0,9007199254740993]}}", Kind.NOT_EXACT, "/a/b/1", "would become"),
        Arguments.of("{\"a/b\":1e400}", Kind.NOT_EXACT, "/a~1b", "too large"),
        Arguments.of("[\"x\\ud800\"]", Kind.NOT_EXACT, "/0", "U+D800) at position 2"),
        Arguments.of("[\"\\udc00x\"]", Kind.NOT_EXACT, "/0", "half a surrogate pair"),
        Arguments.of("{\"\\ud800\":1}", Kind.NOT_EXACT, "/\ud800", "half a surrogate pair"),
        Arguments.of("{\"a\":1,\"b\":{\"c\":1,\"c\":2}}", Kind.DUPLICATE_KEY, "/b/c", "/b/c"),
        Arguments.of("{\"a\":1,\"\\u0061\":2}", Kind.DUPLICATE_KEY, "/a", "twice"),
        Arguments.of("[NaN]", Kind.BROKEN, "/0", "line 1"),
        Arguments.of("[1] [2]", Kind.TRAILING_CONTENT, "", "line 1, column 5"),
        Arguments.of("{\n\"a\": }", Kind.BROKEN, "/a", "line 2, column 6"),
        Arguments.of("", Kind.BROKEN, "", "empty"),
        Arguments.of("  ", Kind.BROKEN, "", "empty"),
        Arguments.of("{\"a\":1", Kind.BROKEN, "/a", "not valid JSON"),
        Arguments.of("[01]", Kind.BROKEN, "/0", "not valid JSON"),
        Arguments.of("['a']", Kind.BROKEN, "/0", "not valid JSON"),
        Arguments.of("[1,]", Kind.BROKEN, "", "not valid JSON"),
        Arguments.of("{} // end", Kind.BROKEN, "", "not valid JSON"),
        Arguments.of("\uFEFF{}", Kind.BROKEN, "", "byte order mark"),
        Arguments.of("[".repeat(201) + "]".repeat(201), Kind.BROKEN, "/0", "nesting depth (201)"),
        Arguments.of("1".repeat(1001), Kind.BROKEN, "", "Number value length (1001)"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void shouldNameThePlaceAndTheReasonWhenItCannotBeCarried(
      String json, Kind kind, String pointer, String problem) {
    var refused = assertThrows(InvalidJsonException.class, () -> canonical(json));

    assertEquals(kind, refused.kind(), refused::getMessage);
    assertTrue(refused.pointer().startsWith(pointer), refused::pointer);
    assertTrue(refused.getMessage().contains(problem), refused::getMessage);
    assertTrue(!refused.getMessage().contains("StreamReadConstraints"), refused::getMessage);
  }

  @Test
  void shouldNameTheOffsetWhenTheBytesAreNotUtf8() {
    byte[] bytes = {'[', '"', 'a', (byte) 0xC3, '"', ']'};

    var refused = assertThrows(InvalidJsonException.class, () -> CanonicalJson.canonicalise(bytes));

    assertEquals(Kind.NOT_UTF8, refused.kind());
    assertTrue(refused.getMessage().contains("0xc3 at offset 3"), refused::getMessage);
  }

  @Test
  void shouldNameTheOffsetWhenTheLastCharacterIsCutOff() {
    byte[] bytes = {'"', 'a', (byte) 0xE2, (byte) 0x82};

    var refused = assertThrows(InvalidJsonException.class, () -> CanonicalJson.canonicalise(bytes));

    assertEquals(Kind.NOT_UTF8, refused.kind());
    assertTrue(refused.getMessage().contains("0xe2 at offset 2"), refused::getMessage);
  }

  @Test
  void shouldAllowTheDeepestNestingWhenItIsWithinTheLimit() {
    String deep = "[".repeat(200) + "]".repeat(200);

    assertEquals(deep, canonical(deep));
  }

  @Test
  void shouldRefuseANodeWhenItIsNotJson() {
    var array = JsonNodeFactory.instance.arrayNode().add(Double.NaN);
    var binary = JsonNodeFactory.instance.arrayNode().add(new byte[] {1});

    assertThrows(InvalidJsonException.class, () -> CanonicalJson.bytesOf(array));
    assertThrows(InvalidJsonException.class, () -> CanonicalJson.bytesOf(binary));
  }
}
