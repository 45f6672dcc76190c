package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkerSettingsTest {
  @Test
  void shouldNameTheGroupAfterPrefixAndPool() {
    assertEquals("onefold.workers.mail", settings("mail", "w1", 1, Duration.ofSeconds(1)).group());
  }

  @Test
  void shouldRefuseValuesThatAreNotAllowed() {
    assertThrows(
        IllegalArgumentException.class, () -> settings("a.b", "w1", 1, Duration.ofSeconds(1)));
    assertThrows(
        IllegalArgumentException.class, () -> settings("mail", "w 1", 1, Duration.ofSeconds(1)));
    assertThrows(
        IllegalArgumentException.class, () -> settings("mail", "w1", 0, Duration.ofSeconds(1)));
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> settings("mail", "w1", 1, Duration.ofMillis(999)));
    assertTrue(refused.getMessage().contains("stop timeout"));
  }

  @Test
  void shouldShowNoClientProperties() {
    assertFalse(settings("mail", "w1", 1, Duration.ofSeconds(1)).toString().contains("hush"));
  }

  private static WorkerSettings settings(
      String pool, String workerId, int maxInFlight, Duration stopTimeout) {
    return new WorkerSettings(
        "127.0.0.1:1",
        Map.of("sasl.jaas.config", "hush"),
        Topics.standard(),
        pool,
        workerId,
        Path.of("unused"),
        Contracts.blogAndShop(),
        List.of(),
        maxInFlight,
        1,
        stopTimeout);
  }
}
