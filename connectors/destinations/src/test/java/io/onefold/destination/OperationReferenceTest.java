package io.onefold.destination;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationReferenceTest {
  @Test
  void shouldBeTheFirstHalfOfTheHash() {
    assertEquals("ba7816bf8f01cfea414140de5dae2223", OperationReference.hex("abc"));
  }

  @Test
  void shouldBeAUuidOfVersion8WithTheSameBits() {
    UUID uuid = UUID.fromString(OperationReference.uuid("abc"));

    assertEquals("ba7816bf-8f01-8fea-8141-40de5dae2223", uuid.toString());
    assertEquals(8, uuid.version());
    assertEquals(2, uuid.variant());
  }

  /** Examples of RFC 4648, section 10, without their padding. */
  @ParameterizedTest
  @CsvSource({
    "f,co",
    "fo,cpng",
    "foo,cpnmu",
    "foob,cpnmuog",
    "fooba,cpnmuoj1",
    "foobar,cpnmuoj1e8"
  })
  void shouldBeBase32WithTheHexAlphabet(String id, String expected) {
    assertEquals(expected, OperationReference.base32(id));
  }

  @Test
  void shouldFillTemplatesWhenTheOperationIsKnown() {
    Variables variables = new Variables(Map.of("operationId", "abc"));

    assertEquals(OperationReference.hex("abc"), variables.text("reference").orElseThrow());
    assertTrue(new Variables(Map.of()).text("reference").isEmpty());
  }
}
