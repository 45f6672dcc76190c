package io.onefold.topology;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What the start-up checks ask a cluster. Each call waits at most 30 s. */
final class Cluster implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 30;

  private final Admin admin;

  Cluster(Admin admin) {
    this.admin = admin;
  }

  /** The topics that exist, of those asked for. */
  Map<String, TopicDescription> topics(Collection<String> names) {
    Map<String, TopicDescription> found = new TreeMap<>();
    admin
        .describeTopics(names)
        .topicNameValues()
        .forEach(
            (name, future) -> {
              try {
                found.put(name, future.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
              } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                  throw unreachable(e);
                }
              } catch (InterruptedException | TimeoutException e) {
                throw unreachable(e);
              }
            });
    return found;
  }

  /** All settings of a topic, defaults included. */
  Map<String, String> settings(String topic) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Map<ConfigResource, Config> all = get(admin.describeConfigs(List.of(resource)).all());
    Map<String, String> settings = new HashMap<>();
    all.values().stream()
        .flatMap(config -> config.entries().stream())
        .filter(entry -> entry.value() != null)
        .forEach(entry -> settings.put(entry.name(), entry.value()));
    return settings;
  }

  /** How many records each partition holds at most: end offset less first offset. */
  Map<Integer, Long> spans(String topic, int partitions) {
    Map<Integer, Long> from = offsets(topic, partitions, OffsetSpec.earliest());
    Map<Integer, Long> spans = ends(topic, partitions);
    spans.replaceAll((partition, end) -> end - from.getOrDefault(partition, 0L));
    return spans;
  }

  /** The end offset of each partition. */
  Map<Integer, Long> ends(String topic, int partitions) {
    return offsets(topic, partitions, OffsetSpec.latest());
  }

  private Map<Integer, Long> offsets(String topic, int partitions, OffsetSpec spec) {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    for (int i = 0; i < partitions; i++) {
      wanted.put(new TopicPartition(topic, i), spec);
    }
    Map<Integer, Long> offsets = new TreeMap<>();
    get(admin.listOffsets(wanted).all())
        .forEach((partition, info) -> offsets.put(partition.partition(), info.offset()));
    return offsets;
  }

  /** The partitions for which the group has committed an offset. */
  Set<TopicPartition> committed(String group) {
    Map<TopicPartition, OffsetAndMetadata> offsets =
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    return offsets.entrySet().stream()
        .filter(e -> e.getValue() != null)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** Commits the first offset of these partitions for a group that has none for them. */
  void commitBeginning(String group, Set<TopicPartition> partitions) {
    Map<TopicPartition, OffsetSpec> wanted =
        partitions.stream().collect(Collectors.toMap(p -> p, p -> OffsetSpec.earliest()));
    Map<TopicPartition, OffsetAndMetadata> beginning = new HashMap<>();
    get(admin.listOffsets(wanted).all())
        .forEach((p, info) -> beginning.put(p, new OffsetAndMetadata(info.offset())));
    get(admin.alterConsumerGroupOffsets(group, beginning).all());
  }

  private static <T> T get(KafkaFuture<T> future) {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw unreachable(e);
    }
  }

  private static StartRefusedException unreachable(Exception e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return new StartRefusedException("Kafka does not answer: " + cause.getMessage(), e);
  }

  @Override
  public void close() {
    admin.close();
  }
}
