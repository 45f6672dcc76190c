package io.onefold.processor.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LogPositionTest {
  @Test
  void shouldReadItsOwnCursor() {
    // given
    LogPosition position = new LogPosition(Map.of(0, 17L, 3, 0L, 11, Long.MAX_VALUE / 1000));

    // then
    assertEquals(Optional.of(position), LogPosition.ofCursor(position.cursor()));
    assertEquals(
        Optional.of(new LogPosition(Map.of())),
        LogPosition.ofCursor(new LogPosition(Map.of()).cursor()));
  }

  @Test
  void shouldRefuseWhatIsNoCursor() {
    assertEquals(Optional.empty(), LogPosition.ofCursor(""));
    assertEquals(Optional.empty(), LogPosition.ofCursor("%"));
    assertEquals(Optional.empty(), LogPosition.ofCursor("cDA9LTE"));
    assertEquals(Optional.empty(), LogPosition.ofCursor("a2FiYw"));
  }

  @Test
  void shouldFindThePartitionThatProducersUse() {
    assertEquals(KafkaClients.partitionOf("a|b", 6), KafkaClients.partitionOf("a|b", 6));
    assertEquals(
        org.apache.kafka.clients.producer.internals.BuiltInPartitioner.partitionForKey(
            "campaign|website".getBytes(java.nio.charset.StandardCharsets.UTF_8), 6),
        KafkaClients.partitionOf("campaign|website", 6));
  }
}
