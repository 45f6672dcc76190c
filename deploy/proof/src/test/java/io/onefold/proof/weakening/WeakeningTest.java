package io.onefold.proof.weakening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WeakeningTest {
  private static final String TEXT =
      """
      # No rule

      Without it
      all goes wrong.

      Seed: 17

      `a/B.java`

      ```java
        int one;
      ```

      becomes

      ```java
      ```

      `a/C.java`

      ```java
        int two;
      ```

      becomes

      ```java
        int three;
        int four;
      ```
      """;

  @Test
  void shouldReadAFile() {
    // when
    Weakening read = Weakening.parse("no-rule", TEXT);

    // then
    assertEquals(
        new Weakening(
            "no-rule",
            "No rule",
            "Without it\nall goes wrong.",
            Optional.of(17L),
            List.of(
                new Weakening.Edit("a/B.java", "  int one;", ""),
                new Weakening.Edit("a/C.java", "  int two;", "  int three;\n  int four;"))),
        read);
  }

  @Test
  void shouldKeepAnotherSeed() {
    // given
    String without = TEXT.replace("Seed: 17\n\n", "");

    // when
    String changed = Weakening.withSeed(TEXT, 4);
    String added = Weakening.withSeed(without, 17);

    // then
    assertEquals(Optional.of(4L), Weakening.parse("no-rule", changed).seed());
    assertEquals(Optional.empty(), Weakening.parse("no-rule", without).seed());
    assertEquals(TEXT, added);
  }

  @Test
  void shouldRefuseAFileOfAnotherForm() {
    for (String text : List.of("", "No title", TEXT.replace("becomes", "is"), "# T\n\nR\n\n`a`")) {
      WeakeningException refused =
          assertThrows(WeakeningException.class, () -> Weakening.parse("no-rule", text));
      assertTrue(refused.getMessage().contains("'no-rule'"), refused.getMessage());
    }
  }

  @Test
  void shouldReplaceOnlyATextThatOccursOnce() {
    // given
    Weakening.Edit edit = new Weakening.Edit("a/B.java", "one", "two");

    // when
    String changed = edit.applyTo("int one;");

    // then
    assertEquals("int two;", changed);
    for (String source : List.of("int zero;", "one one")) {
      WeakeningException refused =
          assertThrows(WeakeningException.class, () -> edit.applyTo(source));
      assertTrue(refused.getMessage().contains("exactly once in a/B.java"));
    }
  }

  @Test
  void shouldSayWhichSourceDoesNotCompile() {
    try (SourceCompiler compiler = new SourceCompiler()) {
      WeakeningException refused =
          assertThrows(
              WeakeningException.class,
              () -> compiler.compile(Map.of("a/B.java", "class B { nothing }")));
      assertTrue(refused.getMessage().contains("B.java"), refused.getMessage());
    }
  }

  @Test
  void shouldChangeAClassBehindItsLoaderAlone() throws Exception {
    try (SourceCompiler compiler = new SourceCompiler()) {
      // given
      Map<String, byte[]> changed =
          compiler.compile(
              Map.of(
                  "WeakeningException.java",
                  """
                  package io.onefold.proof.weakening;

                  public final class WeakeningException extends RuntimeException {
                    @Override
                    public String getMessage() {
                      return "changed";
                    }
                  }
                  """));

      // when
      Object made =
          new ChangedClasses(changed)
              .loadClass(WeakeningException.class.getName())
              .getDeclaredConstructor()
              .newInstance();

      // then
      assertEquals("changed", ((RuntimeException) made).getMessage());
      assertEquals("real", new WeakeningException("real").getMessage());
    }
  }

  @Test
  void shouldFindNoCheckoutWhereThereIsNone(@TempDir Path empty) {
    // given
    System.setProperty(Checkout.PROPERTY, empty.toString());
    try {
      // when
      WeakeningException refused = assertThrows(WeakeningException.class, Checkout::find);

      // then
      assertTrue(refused.getMessage().contains("no source tree"), refused.getMessage());
    } finally {
      System.clearProperty(Checkout.PROPERTY);
    }
  }
}
