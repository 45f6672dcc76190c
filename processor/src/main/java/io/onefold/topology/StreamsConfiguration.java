package io.onefold.topology;

import io.onefold.schema.ClientKind;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * The settings of Kafka Streams that the ledger's guarantees rest on, and those that make it quick.
 */
final class StreamsConfiguration {
  /**
   * A stalled instance blocks read_committed readers this long at most; must be shorter than a
   * lease.
   */
  private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(10);

  private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(6);

  /**
   * A member learns of a rebalance by its next heartbeat, and partitions are not served meanwhile.
   */
  private static final Duration HEARTBEAT = Duration.ofMillis(500);

  /** The largest record that the ledger writes, in bytes. */
  static final int MOST_BYTES = 4 << 20;

  /** For some hundred bytes of heads and marks for each partition; no other store has a cache. */
  private static final long CACHE_BYTES = 1L << 20;

  private StreamsConfiguration() {}

  static Map<String, Object> of(LedgerSettings settings) {
    Map<String, Object> config = new HashMap<>(settings.cluster().clients());
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, settings.cluster().bootstrapServers());
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.applicationId());
    config.put(StreamsConfig.STATE_DIR_CONFIG, settings.stateDir().toString());
    config.put(
        StreamsConfig.APPLICATION_SERVER_CONFIG,
        settings.rest().advertisedHost() + ":" + settings.rest().port());
    config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    config.put(
        StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, settings.streaming().commitInterval().toMillis());
    config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, settings.streaming().threads());
    config.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, settings.streaming().standbyReplicas());
    config.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, settings.streaming().groupProtocol());
    config.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    config.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, true);
    config.put(
        StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG,
        CACHE_BYTES * settings.streaming().threads());
    config.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksDb.class);
    config.put(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, RecordTime.class);
    // Inputs of different topics have no order that anything depends on: never wait for one of
    // them.
    config.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, -1L);
    config.putIfAbsent(StreamsConfig.POLL_MS_CONFIG, 20L);
    config.put(
        StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
        (int) TRANSACTION_TIMEOUT.toMillis());
    tune(config, ClientKind.PRODUCER, ProducerConfig.LINGER_MS_CONFIG, 5);
    tune(config, ClientKind.PRODUCER, ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MOST_BYTES);
    tune(config, ClientKind.PRODUCER, ProducerConfig.BUFFER_MEMORY_CONFIG, 16L << 20);
    // Every partition has a position before the ledger reads, so a missing one is a lost one.
    config.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "none");
    tune(config, ClientKind.CONSUMER, ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, MOST_BYTES);
    if (settings.streaming().groupProtocol().equals("classic")) {
      config.put(
          StreamsConfig.mainConsumerPrefix(CommonClientConfigs.SESSION_TIMEOUT_MS_CONFIG),
          (int) SESSION_TIMEOUT.toMillis());
      config.put(
          StreamsConfig.mainConsumerPrefix(CommonClientConfigs.HEARTBEAT_INTERVAL_MS_CONFIG),
          (int) HEARTBEAT.toMillis());
    }
    return config;
  }

  /** A value that an operator may choose better, for one kind of client or for all. */
  private static void tune(Map<String, Object> config, ClientKind kind, String name, Object usual) {
    if (!config.containsKey(name)) {
      config.putIfAbsent(kind.prefix() + name, usual);
    }
  }
}
