package io.onefold.connector.worker;

import io.onefold.schema.ClientKind;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Client properties: defaults, then the operator's, then what the worker's promises rest on. */
public final class KafkaClients {
  /** Longest wait for a client to close: without one, a producer would wait for Kafka for ever. */
  static final Duration CLOSE = Duration.ofSeconds(2);

  private static final String CLASSIC = "classic";

  private KafkaClients() {}

  /** Properties of the consumer of commands; {@code own} are the operator's. */
  public static Map<String, Object> consumer(
      String bootstrapServers, String group, String clientId, Map<String, Object> own) {
    Map<String, Object> config = new HashMap<>();
    Map<String, Object> taken = ClientKind.CONSUMER.settings(own);
    config.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, CLASSIC);
    if (taken.getOrDefault(ConsumerConfig.GROUP_PROTOCOL_CONFIG, CLASSIC).equals(CLASSIC)) {
      // The newer protocol has these on the broker and refuses them here.
      config.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
      // A worker learns of a rebalance by its next heartbeat, and moved commands wait meanwhile.
      config.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 500);
      config.put(
          ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
          List.of(CooperativeStickyAssignor.class));
    }
    config.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
    config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 100);
    config.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
    config.putAll(taken);
    config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    config.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    // A grant of an aborted transaction was never given.
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    // Never by default: the loop reads from the first record, and says so.
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    config.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    config.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    return config;
  }

  static Map<String, Object> producer(
      String bootstrapServers, String clientId, Map<String, Object> own) {
    Map<String, Object> config = new HashMap<>();
    config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    // A worker that cannot reach Kafka should find out before its group thinks that it is gone.
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000);
    config.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
    config.putAll(ClientKind.PRODUCER.settings(own));
    config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
    config.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    config.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    // Another partitioner would send the reports of an operation past its ledger task.
    config.remove(ProducerConfig.PARTITIONER_CLASS_CONFIG);
    config.remove(ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG);
    config.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    return config;
  }
}
