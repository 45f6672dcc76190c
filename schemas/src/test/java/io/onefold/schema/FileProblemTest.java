package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileProblemTest {
  @TempDir Path folder;

  @Test
  void shouldSayWhatIsWrongWithAFileWhenItCannotBeUsed() throws IOException {
    // given
    Path there = Files.write(folder.resolve("there"), new byte[] {(byte) 0xFF});
    Path lacking = folder.resolve("none");
    Path nowhere = folder.resolve("nowhere/report.json");

    // when
    IOException noFile = assertThrows(IOException.class, () -> Files.readString(lacking));
    IOException noFolder = assertThrows(IOException.class, () -> Files.createFile(nowhere));
    IOException twice =
        assertThrows(
            IOException.class, () -> Files.newOutputStream(there, StandardOpenOption.CREATE_NEW));
    IOException noText = assertThrows(IOException.class, () -> Files.readString(there));
    IOException aFolder = assertThrows(IOException.class, () -> Files.readString(folder));

    // then
    assertEquals("there is no file " + lacking, FileProblem.of(lacking, noFile));
    assertEquals("there is no folder for " + nowhere, FileProblem.of(nowhere, noFolder));
    assertEquals(there + " exists already", FileProblem.of(there, twice));
    assertEquals(there + " is no text in UTF-8", FileProblem.of(there, noText));
    assertEquals(folder + " is a folder", FileProblem.of(folder, aFolder));
  }
}
