package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadHashTest {
  private static final String HASH_OF_ABC =
      "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @Test
  void shouldBeTheKnownValueWhenTheBytesAreThoseOfTheStandard() {
    byte[] abc = "abc".getBytes(StandardCharsets.US_ASCII);
    ByteBuffer within = ByteBuffer.wrap("xabcx".getBytes(StandardCharsets.US_ASCII), 1, 3);

    assertEquals(HASH_OF_ABC, PayloadHash.ofBytes(abc).value());
    assertEquals(HASH_OF_ABC, PayloadHash.ofBytes(within).toString());
    assertEquals(3, within.remaining());
  }

  @Test
  void shouldHashTheCanonicalFormWhenGivenJson() {
    var json = JsonNodeFactory.instance.objectNode().put("b", 1.0).put("a", "x");

    PayloadHash hash = PayloadHash.ofJson(json);

    assertEquals(
        PayloadHash.ofBytes("{\"a\":\"x\",\"b\":1}".getBytes(StandardCharsets.UTF_8)), hash);
  }

  @Test
  void shouldReadBackWhenWritten() {
    assertEquals(HASH_OF_ABC, PayloadHash.parse(HASH_OF_ABC).value());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'';does not begin with",
        "md5:00;does not begin with",
        "sha256:abc;has 3 digits",
        "sha256:BA7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad;"
            + "contains \"B\" (U+0042) at position 8",
        "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad00;has 66 digits",
      })
  void shouldSayWhatIsWrongWhenTheTextIsNoHash(String text, String problem) {
    var refused = assertThrows(IllegalArgumentException.class, () -> PayloadHash.parse(text));

    assertTrue(refused.getMessage().contains(problem), refused::getMessage);
    assertTrue(refused.getMessage().contains("64 lower-case hex digits"), refused::getMessage);
  }
}
