package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;

/** What Kafka Streams itself makes of the settings, for each of its clients. */
class StreamsConfigurationTest {
  @Test
  void shouldKeepWhatTheGuaranteesRestOnWhateverIsConfigured() {
    // given
    Map<String, Object> own =
        Map.of(
            "processing.guarantee", "at_least_once",
            "main.consumer.auto.offset.reset", "latest",
            "consumer.isolation.level", "read_uncommitted",
            "consumer.group.protocol", "consumer",
            "producer.enable.idempotence", "false",
            "topic.cleanup.policy", "delete");

    // when
    StreamsConfig config = config(own);

    // then
    assertEquals("exactly_once_v2", config.getString("processing.guarantee"));
    Map<String, Object> consumer = config.getMainConsumerConfigs("ledger", "c", 0);
    assertEquals("none", consumer.get("auto.offset.reset"));
    assertEquals("read_committed", consumer.get("isolation.level"));
    assertEquals("classic", String.valueOf(consumer.get("group.protocol")));
    assertEquals(true, config.getProducerConfigs("p").get("enable.idempotence"));
  }

  @Test
  void shouldTuneEachClientAsTheOperatorSays() {
    // given
    Map<String, Object> own =
        Map.of(
            "security.protocol", "SSL",
            "linger.ms", "9",
            "consumer.max.poll.records", "7",
            "poll.ms", "40");

    // when
    StreamsConfig config = config(own);

    // then
    assertEquals("9", config.getProducerConfigs("p").get("linger.ms"));
    assertEquals("SSL", config.getProducerConfigs("p").get("security.protocol"));
    assertEquals("7", config.getMainConsumerConfigs("ledger", "c", 0).get("max.poll.records"));
    assertEquals("7", config.getRestoreConsumerConfigs("r").get("max.poll.records"));
    assertEquals("SSL", config.getAdminConfigs("a").get("security.protocol"));
    assertFalse(config.getAdminConfigs("a").containsKey("max.poll.records"));
    assertEquals(40L, config.getLong("poll.ms"));
  }

  private static StreamsConfig config(Map<String, Object> own) {
    return new StreamsConfig(
        StreamsConfiguration.of(
            LedgerSettings.of("localhost:1", Path.of("state"), LedgerDriver.destinations(), 1)
                .withClients(own)
                .withStreaming(LedgerSettings.Streaming.of("classic"))));
  }
}
