package io.onefold.topology;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
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

  /** How many records each partition holds or held at most: end offset less first offset. */
  Map<Integer, Long> spans(String topic, int partitions) {
    Map<TopicPartition, OffsetSpec> first = new HashMap<>();
    Map<TopicPartition, OffsetSpec> last = new HashMap<>();
    for (int i = 0; i < partitions; i++) {
      first.put(new TopicPartition(topic, i), OffsetSpec.earliest());
      last.put(new TopicPartition(topic, i), OffsetSpec.latest());
    }
    Map<TopicPartition, ListOffsetsResultInfo> from = get(admin.listOffsets(first).all());
    Map<TopicPartition, ListOffsetsResultInfo> to = get(admin.listOffsets(last).all());
    Map<Integer, Long> spans = new TreeMap<>();
    to.forEach(
        (partition, end) ->
            spans.put(partition.partition(), end.offset() - offset(from, partition)));
    return spans;
  }

  private static long offset(
      Map<TopicPartition, ListOffsetsResultInfo> infos, TopicPartition partition) {
    ListOffsetsResultInfo info = infos.get(partition);
    return info == null ? 0 : info.offset();
  }

  /**
   * True if the group has committed an offset for at least one partition of each of these topics.
   */
  boolean hasOffsets(String group, Collection<String> topics) {
    Map<TopicPartition, OffsetAndMetadata> offsets =
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    return topics.stream()
        .allMatch(topic -> offsets.keySet().stream().anyMatch(p -> p.topic().equals(topic)));
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
