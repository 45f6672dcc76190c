package io.onefold.destination;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTest {
  private static final String CONTRACT =
      Wrong.RIGHT.replace(
          "environment: test",
          "environment: test\n    headers: {A: '${env:A}', B: '${file:/b} ${env:EMPTY}'}");

  @TempDir Path folder = Path.of("");

  @Test
  void shouldListEveryPlaceThatCannotBeResolved() {
    Secrets secrets = new Secrets(FixedResolver.of(Map.of("EMPTY", " ", "/b", "x\ny")));
    Destination blog =
        DestinationsFile.parse("some.yaml", CONTRACT, FixedResolver.of(Map.of()))
            .all()
            .iterator()
            .next();

    List<Secrets.Unresolved> unresolved = secrets.unresolved(blog);

    assertEquals(
        List.of(
            "${env:A} has no usable value for destinations.blog.headers.A:"
                + " the environment variable is not set",
            "${file:/b} has no usable value for destinations.blog.headers.B:"
                + " it holds a line end or another control character",
            "${env:EMPTY} has no usable value for destinations.blog.headers.B: it is empty"),
        unresolved.stream().map(Secrets.Unresolved::message).toList());
  }

  @Test
  void shouldListNothingWhenAllIsThere() {
    Secrets secrets = new Secrets(new FixedResolver(name -> Optional.of("v")));
    Destination blog =
        DestinationsFile.parse("some.yaml", CONTRACT, FixedResolver.of(Map.of()))
            .all()
            .iterator()
            .next();

    assertEquals(List.of(), secrets.unresolved(blog));
  }

  @Test
  void shouldReadFilesOfThisMachineWithoutTheirLastLineEnd() throws IOException {
    Path file = folder.resolve("secret");
    Files.writeString(file, "s3cret\r\n");

    assertEquals("s3cret", resolve(file));
    Files.writeString(file, "rotated\n");
    assertEquals("rotated", resolve(file));
  }

  @Test
  void shouldNeverShowTheValueWhenItIsUnusable() throws IOException {
    Path file = folder.resolve("secret");
    Files.writeString(file, "hunter2\nhunter3\n");

    ExpansionException refused = assertThrows(ExpansionException.class, () -> resolve(file));

    assertTrue(String.valueOf(refused.getMessage()).contains(file.toString()));
    assertFalse(String.valueOf(refused.getMessage()).contains("hunter"));
  }

  @Test
  void shouldTakeALargeFileForAMistake() throws IOException {
    Path file = folder.resolve("secret");
    Files.writeString(file, "x".repeat(SecretResolver.MAX_FILE_BYTES + 1));

    assertThrows(ExpansionException.class, () -> resolve(file));
  }

  private static String resolve(Path file) {
    return Secrets.ofThisProcess()
        .resolve(new SecretReference(SecretReference.Kind.FILE, file.toString()), "here");
  }
}
