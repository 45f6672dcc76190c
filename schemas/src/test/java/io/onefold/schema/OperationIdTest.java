package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperationIdTest {
  @Test
  void shouldJoinPartsWithABarWhenBuiltFromABusinessAction() {
    OperationId id = OperationId.of("campaign-2026-10-31", "website", "launch-post");

    assertEquals("campaign-2026-10-31|website|launch-post", id.value());
    assertEquals(id, OperationId.parse(id.toString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "Invoice-2026-001", "A.z_0:/|=+@-", "|", "a/b:c@d+e=f"})
  void shouldKeepEveryCharacterWhenAllAreAllowed(String text) {
    assertEquals(text, OperationId.parse(text).value());
  }

  @Test
  void shouldTellIdsApartWhenTheyDifferInCaseOnly() {
    assertNotEquals(OperationId.parse("Invoice-1"), OperationId.parse("invoice-1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "'Invoice-2026-001 ';contains \" \" (U+0020) at position 17",
        "'   ';contains \" \" (U+0020) at position 1",
        "'a\tb';contains U+0009 at position 2",
        "'café';contains \"é\" (U+00E9) at position 4",
        "'x\u00a0y';contains U+00A0 at position 2",
        "'\u0430bc';contains \"\u0430\" (U+0430) at position 1",
        "'ok\uD83D\uDE00';contains \"\uD83D\uDE00\" (U+1F600) at position 3",
        "'a\u200bb';contains U+200B at position 2",
        "'50%';contains \"%\" (U+0025) at position 3",
        "'';must not be empty",
      })
  void shouldNameTheCharacterAndItsPositionWhenTheTextIsNoId(String text, String problem) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> OperationId.parse(text));

    assertTrue(refused.getMessage().contains(problem), refused::getMessage);
    assertTrue(
        refused
            .getMessage()
            .endsWith("allowed are 1 to 200 characters of A-Z a-z 0-9 . _ : / | = + @ -"),
        refused::getMessage);
  }

  @Test
  void shouldRefuseOnlyBeyond200CharactersWhenTheTextIsLong() {
    assertEquals(200, OperationId.parse("x".repeat(200)).value().length());

    var refused =
        assertThrows(IllegalArgumentException.class, () -> OperationId.parse("x".repeat(201)));

    assertTrue(refused.getMessage().contains("is 201 characters long"), refused::getMessage);
  }

  @Test
  void shouldRefuseAPartWhenItIsEmptyOrHoldsTheSeparator() {
    var none = assertThrows(IllegalArgumentException.class, () -> OperationId.of());
    var empty = assertThrows(IllegalArgumentException.class, () -> OperationId.of("a", ""));
    var bar = assertThrows(IllegalArgumentException.class, () -> OperationId.of("a", "b|c"));

    assertTrue(none.getMessage().contains("at least one part"), none::getMessage);
    assertTrue(empty.getMessage().contains("part 2"), empty::getMessage);
    assertTrue(bar.getMessage().contains("\"|\" at position 2"), bar::getMessage);
  }
}
