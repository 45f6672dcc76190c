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

/** A real cluster. Each call waits at most 30 s. */
final class AdminCluster implements Cluster, AutoCloseable {
  private static final long PATIENCE_SECONDS = 30;

  private final Admin admin;

  AdminCluster(Admin admin) {
    this.admin = admin;
  }

  @Override
  public Map<String, TopicDescription> topics(Collection<String> names) {
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

  @Override
  public Map<String, String> settings(String topic) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Map<ConfigResource, Config> all = get(admin.describeConfigs(List.of(resource)).all());
    Map<String, String> settings = new HashMap<>();
    all.values().stream()
        .flatMap(config -> config.entries().stream())
        .filter(entry -> entry.value() != null)
        .forEach(entry -> settings.put(entry.name(), entry.value()));
    return settings;
  }

  @Override
  public Map<Integer, Span> spans(String topic, int partitions) {
    Map<TopicPartition, OffsetSpec> first = new HashMap<>();
    Map<TopicPartition, OffsetSpec> last = new HashMap<>();
    for (int i = 0; i < partitions; i++) {
      first.put(new TopicPartition(topic, i), OffsetSpec.earliest());
      last.put(new TopicPartition(topic, i), OffsetSpec.latest());
    }
    Map<TopicPartition, ListOffsetsResultInfo> from = get(admin.listOffsets(first).all());
    Map<TopicPartition, ListOffsetsResultInfo> to = get(admin.listOffsets(last).all());
    Map<Integer, Span> spans = new TreeMap<>();
    to.forEach(
        (partition, end) ->
            spans.put(partition.partition(), new Span(offset(from, partition), end.offset())));
    return spans;
  }

  private static long offset(
      Map<TopicPartition, ListOffsetsResultInfo> infos, TopicPartition partition) {
    ListOffsetsResultInfo info = infos.get(partition);
    return info == null ? 0 : info.offset();
  }

  @Override
  public Map<TopicPartition, Long> offsets(String group) {
    Map<TopicPartition, OffsetAndMetadata> committed =
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    Map<TopicPartition, Long> offsets = new HashMap<>();
    committed.forEach(
        (partition, offset) -> {
          if (offset != null) {
            offsets.put(partition, offset.offset());
          }
        });
    return offsets;
  }

  /** Commits positions for a group that is not running. */
  void commit(String group, Map<TopicPartition, Long> positions) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    positions.forEach((input, offset) -> offsets.put(input, new OffsetAndMetadata(offset)));
    get(admin.alterConsumerGroupOffsets(group, offsets).all());
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
