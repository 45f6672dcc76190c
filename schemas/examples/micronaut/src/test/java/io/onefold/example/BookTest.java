package io.onefold.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BookTest {
  private static final Entry FIRST = new Entry("receipt", "a", "7", "VERIFIED");
  private static final Entry SECOND = new Entry("receipt", "b", "7", "REJECTED");

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("book.tsv");
  }

  private void enter(Entry... entries) throws IOException {
    Book book = new Book(file);
    for (Entry entry : entries) {
      book.enter(entry);
    }
    book.close();
  }

  @Test
  void shouldDoAPieceOfWorkOnceWhenItIsAskedForAgain() throws Exception {
    // given
    enter(FIRST, FIRST);

    // when
    enter(FIRST, SECOND);

    // then
    assertEquals(List.of(FIRST.line(), SECOND.line()), Files.readAllLines(file));
  }

  @Test
  void shouldDoAPieceOfWorkAgainWhenItsLineWasCutOff() throws Exception {
    // given
    enter(FIRST);
    Files.writeString(file, "receipt\tb\t7\tREJ", StandardOpenOption.APPEND);

    // when
    enter(SECOND);

    // then
    assertEquals(List.of(FIRST.line(), SECOND.line()), Files.readAllLines(file));
  }

  @Test
  void shouldBelongToOneInstanceWhenTwoOpenIt() throws Exception {
    Book book = new Book(file);
    assertThrows(OverlappingFileLockException.class, () -> new Book(file));
    book.close();
  }
}
