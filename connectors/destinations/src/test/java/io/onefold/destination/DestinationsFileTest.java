package io.onefold.destination;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DestinationsFileTest {
  @Test
  void shouldX() throws Exception {
    Destinations d = DestinationsFile.read(Path.of("src/test/resources/destinations/blog.yaml"));
    assertEquals(1, d.all().size());
  }
}
