package io.onefold.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PointsTest {
  @TempDir Path folder;

  @Test
  void shouldPrepareEveryClassWhenAllSitesExist() throws Exception {
    // when
    int classes = new Preparation().write(Points.sites(), folder);

    // then
    try (var files = Files.list(folder)) {
      assertEquals(classes, files.count());
    }
  }

  @Test
  void shouldFailLoudlyWhenAMethodIsGone() {
    // when
    var failure =
        assertThrows(
            Preparation.MissingPointException.class,
            () ->
                new Preparation()
                    .write(Set.of("io.onefold.connector.worker.SendDesk#gone/1"), folder));

    // then
    assertTrue(failure.getMessage().contains("has no method gone with 1 parameters"));
  }

  @Test
  void shouldHaveFortyNamesOrMoreAndNoneTwice() {
    // given
    List<Point> all = Points.all();

    // when
    Set<String> titles = new HashSet<>();
    all.forEach(point -> titles.add(point.title()));

    // then
    assertEquals(all.size(), titles.size());
    assertTrue(titles.size() >= 40, titles.toString());
  }
}
