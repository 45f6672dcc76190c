package io.onefold.schema.client;

import io.onefold.schema.IntentRules;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;

/** What a producer of intents must be set to. */
final class ProducerSettings {
  /** The largest payload, its attributes and the record around them, in bytes. */
  static final int LEAST_REQUEST_BYTES = IntentRules.DEFAULT_MAX_PAYLOAD_BYTES + 100 * 1024;

  private ProducerSettings() {}

  /** For a producer that this package makes, where nobody could begin a transaction. */
  static Map<String, Object> own(Map<String, ?> config) {
    Object id = config.get(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    if (id != null) {
      throw new ConfigException(
          ProducerConfig.TRANSACTIONAL_ID_CONFIG,
          id,
          "transactions belong to a producer of your own: make it with IntentProducer.settings and"
              + " hand it to IntentProducer.over");
    }
    return of(config);
  }

  static Map<String, Object> of(Map<String, ?> config) {
    Map<String, Object> settings = new HashMap<>(config);
    only(settings, ProducerConfig.ACKS_CONFIG, "all", "-1");
    only(settings, ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
    // One operation, one partition, for ever: only the key may decide where a record goes.
    only(settings, ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG, "false");
    Object partitioner = settings.get(ProducerConfig.PARTITIONER_CLASS_CONFIG);
    if (partitioner != null) {
      throw new ConfigException(
          ProducerConfig.PARTITIONER_CLASS_CONFIG,
          partitioner,
          "it must not be set: the ledger sets aside what Kafka's default partitioner would have"
              + " put elsewhere");
    }
    checkRequestSize(settings);
    return settings;
  }

  private static void only(Map<String, Object> settings, String name, String... allowed) {
    Object given = settings.get(name);
    for (String value : allowed) {
      if (given == null || value.equalsIgnoreCase(given.toString().strip())) {
        settings.put(name, allowed[0]);
        return;
      }
    }
    throw new ConfigException(
        name, given, "allowed is only " + allowed[0] + ", so that no intent is lost or misplaced");
  }

  private static void checkRequestSize(Map<String, Object> settings) {
    Object given = settings.get(ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
    if (given == null) {
      return;
    }
    try {
      if (Long.parseLong(given.toString().strip()) >= LEAST_REQUEST_BYTES) {
        return;
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number that is too small.
    }
    throw new ConfigException(
        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
        given,
        "allowed are " + LEAST_REQUEST_BYTES + " bytes or more, so that the largest intent fits");
  }
}
