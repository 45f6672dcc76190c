package io.onefold.standalone.cases;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * What the parts of an installation say to Kafka.
 *
 * @param groupProtocol of the ledger
 * @param clients settings by who uses them, as {@link io.onefold.standalone.cluster.Grant#holder}
 *     names them
 */
record KafkaUse(String groupProtocol, Function<String, Map<String, String>> clients) {
  /** As most cases have it. */
  static final KafkaUse USUAL = new KafkaUse("streams", holder -> Map.of());

  /** The settings of that part. */
  Map<String, String> settings(String holder) {
    return clients.apply(holder);
  }

  /** The settings of that part with the brokers. */
  Map<String, String> properties(String bootstrapServers, String holder) {
    Map<String, String> all = new HashMap<>(settings(holder));
    all.put("bootstrap.servers", bootstrapServers);
    return all;
  }
}
