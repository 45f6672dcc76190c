package io.onefold.destination;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever a file holds, reading it ends in contracts or in a list of mistakes. */
class MutatedFilesTest {
  private static final int FILES = 1500;
  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ":",
          ",",
          "-",
          "&a ",
          "*a",
          "<<: ",
          "!x ",
          "null",
          "''",
          "1e9",
          "-1",
          "true",
          "\"",
          "'",
          "|",
          "\n",
          "\n  ",
          "\t",
          "#",
          "~",
          "${env:X}",
          "${file:/x}",
          "{x}",
          "{+payload.x}",
          "{publicUrl}",
          "//",
          "@",
          "..",
          "\u0000",
          "\ud800",
          "é",
          "? ",
          "---\n");

  @Test
  void shouldEndInContractsOrMistakesWhenFilesAreMutated() throws IOException {
    String right = Files.readString(Path.of("src/test/resources/destinations/blog.yaml"));
    long first = System.nanoTime();
    for (long seed = first; seed < first + FILES; seed++) {
      String text = mutated(right, new Random(seed));
      try {
        Destinations read =
            DestinationsFile.parse("some.yaml", text, FixedResolver.of(Map.of("X", "x")));
        read.all().forEach(DestinationExplainer::explain);
      } catch (InvalidDestinationsException refused) {
        assertFalse(refused.mistakes().isEmpty(), "seed " + seed);
      } catch (RuntimeException | StackOverflowError unexpected) {
        fail("seed " + seed + " with the file\n" + text, unexpected);
      }
    }
  }

  private static String mutated(String text, Random random) {
    StringBuilder mutated = new StringBuilder(text);
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(mutated.length());
      int end = Math.min(mutated.length(), at + random.nextInt(12));
      mutated.replace(
          at, random.nextBoolean() ? at : end, PIECES.get(random.nextInt(PIECES.size())));
    }
    return mutated.toString();
  }
}
