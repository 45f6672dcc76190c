package io.onefold.processor.log;

import io.onefold.schema.ClientKind;
import io.onefold.schema.Topics;
import io.onefold.topology.LedgerSettings;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Makes the Kafka clients of the outer faces. Values are bytes: a serde turns them into records.
 */
public final class KafkaClients {
  /** How long the broker may take to acknowledge a record, in milliseconds. */
  static final int ACKNOWLEDGE_MS = 10_000;

  private static final int REQUEST_MS = 4_000;
  private static final int METADATA_MS = 5_000;
  private static final int FETCH_WAIT_MS = 50;
  private static final int MOST_BYTES = 4 << 20;

  private final LedgerSettings settings;

  /** Clients of one ledger instance. */
  public KafkaClients(LedgerSettings settings) {
    this.settings = settings;
  }

  /** A client that asks about the cluster; to be closed by the caller. */
  public Admin admin() {
    Map<String, Object> config = base(ClientKind.ADMIN);
    config.put("request.timeout.ms", REQUEST_MS);
    config.put("default.api.timeout.ms", METADATA_MS);
    return Admin.create(config);
  }

  /** Writes with the strongest acknowledgement; to be closed by the caller. */
  Producer<String, byte[]> producer() {
    Map<String, Object> config = base(ClientKind.PRODUCER);
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, ACKNOWLEDGE_MS);
    config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MS);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) METADATA_MS);
    config.put(ProducerConfig.LINGER_MS_CONFIG, 2);
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MOST_BYTES);
    // One operation, one partition, for ever: only the key may decide where a record goes.
    config.remove(ProducerConfig.PARTITIONER_CLASS_CONFIG);
    config.put(ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG, false);
    return new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
  }

  /**
   * Reads what is committed, from where it is told; belongs to no group and remembers nothing. To
   * be closed by the caller.
   *
   * @param mostRecords that one poll returns
   */
  Consumer<String, byte[]> consumer(int mostRecords) {
    Map<String, Object> config = base(ClientKind.CONSUMER);
    config.put(
        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
        IsolationLevel.READ_COMMITTED.name().toLowerCase(Locale.ROOT));
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, mostRecords);
    // A waiting fetch is not woken by a commit, so this is how late news may be.
    config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MS);
    config.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, MOST_BYTES);
    config.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MS);
    config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, METADATA_MS);
    return new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
  }

  /** The partition of a key, as every producer's default partitioner has it. */
  static int partitionOf(String key, int partitions) {
    return Topics.partitionOf(key.getBytes(StandardCharsets.UTF_8), partitions);
  }

  private Map<String, Object> base(ClientKind kind) {
    Map<String, Object> config = settings.cluster().settings(kind);
    config.remove(ConsumerConfig.GROUP_ID_CONFIG);
    return config;
  }
}
