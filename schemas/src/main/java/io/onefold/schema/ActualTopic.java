package io.onefold.schema;

import java.util.Map;

/**
 * A topic as the brokers describe it.
 *
 * @param partitions at least 1
 * @param replicas replication factor, at least 1
 * @param config all settings, defaults included
 */
public record ActualTopic(int partitions, int replicas, Map<String, String> config) {
  public ActualTopic {
    config = Map.copyOf(config);
  }
}
