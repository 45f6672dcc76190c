package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class OperationPathTest {
  private static OperationPath path(String rest) {
    return OperationPath.of("/v1/operations/" + rest, "/v1/operations");
  }

  @Test
  void shouldEndTheIdAtTheFirstRealSlash() {
    assertEquals(new OperationPath("a/b", "journal"), path("a%2Fb/journal"));
    assertEquals(new OperationPath("a", "b/journal"), path("a/b/journal"));
    assertEquals(new OperationPath("a/journal", ""), path("a%2fjournal"));
  }

  @Test
  void shouldKeepAPlusSignAsItIs() {
    assertEquals(new OperationPath("a+b|c", ""), path("a+b%7Cc"));
  }

  @Test
  void shouldRefuseWhatIsNoId() {
    assertThrows(ProblemException.class, () -> path(""));
    assertThrows(ProblemException.class, () -> path("a%2"));
    assertThrows(ProblemException.class, () -> path("a%zz"));
    assertThrows(ProblemException.class, () -> path("%C3%A4"));
    assertThrows(ProblemException.class, () -> path("a%00b"));
    assertThrows(ProblemException.class, () -> path("x".repeat(201)));
  }

  @Test
  void shouldEncodeWhatAddressesMustNotHold() {
    assertEquals("/a%7Cb%2Fc?d=%22e%22", LenientAddresses.encoded("/a|b%2Fc?d=\"e\""));
    assertEquals("/a%0D%0Ab", LenientAddresses.encoded("/a\r\nb"));
  }
}
