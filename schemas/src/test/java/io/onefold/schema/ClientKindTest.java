package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ClientKindTest {
  private static final Map<String, String> FILE =
      Map.of(
          "security.protocol", "SSL",
          "client.id", "all",
          "producer.client.id", "writer",
          "linger.ms", "3",
          "fetch.max.wait.ms", "7",
          "admin.request.timeout.ms", "9",
          "main.consumer.fetch.max.wait.ms", "8",
          "topic.segment.bytes", "1",
          "made.up", "x");

  @Test
  void shouldTakeItsOwnAndWhatIsForAllWhenItReads() {
    assertEquals(
        Map.of(
            "security.protocol",
            "SSL",
            "client.id",
            "all",
            "fetch.max.wait.ms",
            "7",
            "made.up",
            "x"),
        ClientKind.CONSUMER.settings(FILE));
  }

  @Test
  void shouldPreferItsOwnWhenItWrites() {
    assertEquals(
        Map.of("security.protocol", "SSL", "client.id", "writer", "linger.ms", "3", "made.up", "x"),
        ClientKind.PRODUCER.settings(FILE));
  }

  @Test
  void shouldTakeNeitherWritersNorReadersWhenItAsks() {
    assertEquals(
        Map.of(
            "security.protocol",
            "SSL",
            "client.id",
            "all",
            "request.timeout.ms",
            "9",
            "made.up",
            "x"),
        ClientKind.ADMIN.settings(FILE));
  }
}
