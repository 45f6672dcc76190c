package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Test;

class KafkaClientsTest {
  @Test
  void shouldReadCommittedRecordsOnlyWhateverIsConfigured() {
    Map<String, Object> config =
        consumer(
            Map.of(
                "isolation.level", "read_uncommitted",
                "auto.offset.reset", "latest",
                "enable.auto.commit", true));

    assertEquals("read_committed", config.get(ConsumerConfig.ISOLATION_LEVEL_CONFIG));
    assertEquals("none", config.get(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG));
    assertEquals(false, config.get(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG));
  }

  @Test
  void shouldWaitForAllReplicasAndUseTheLedgersPartitionerWhateverIsConfigured() {
    Map<String, Object> config =
        producer(Map.of("acks", "0", "enable.idempotence", false, "partitioner.class", "x"));

    assertEquals("all", config.get(ProducerConfig.ACKS_CONFIG));
    assertEquals(true, config.get(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG));
    assertFalse(config.containsKey(ProducerConfig.PARTITIONER_CLASS_CONFIG));
  }

  @Test
  void shouldTakeSecurityAndTuningOfBothClients() {
    Map<String, Object> own =
        Map.of("security.protocol", "SSL", "fetch.max.wait.ms", 7, "linger.ms", 3);

    assertEquals("SSL", consumer(own).get("security.protocol"));
    assertEquals(7, consumer(own).get("fetch.max.wait.ms"));
    assertFalse(consumer(own).containsKey("linger.ms"));
    assertEquals("SSL", producer(own).get("security.protocol"));
    assertEquals(3, producer(own).get("linger.ms"));
    assertFalse(producer(own).containsKey("fetch.max.wait.ms"));
  }

  @Test
  void shouldLeaveOutWhatTheNewerGroupProtocolRefuses() {
    Map<String, Object> config = consumer(Map.of("group.protocol", "consumer"));

    assertEquals("consumer", config.get("group.protocol"));
    assertFalse(config.containsKey("session.timeout.ms"));
    assertFalse(config.containsKey("heartbeat.interval.ms"));
    assertFalse(config.containsKey("partition.assignment.strategy"));
  }

  private static Map<String, Object> consumer(Map<String, Object> own) {
    return KafkaClients.consumer("localhost:1", "g", "c", own);
  }

  private static Map<String, Object> producer(Map<String, Object> own) {
    return KafkaClients.producer("localhost:1", "c", own);
  }
}
