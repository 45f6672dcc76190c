package io.onefold.topology;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** A real cluster. Each call waits at most 30 s. */
public final class AdminCluster implements Cluster, AutoCloseable {
  private static final long PATIENCE_SECONDS = 30;
  private static final long LOOK_AGAIN_MS = 200;

  private final Admin admin;

  private AdminCluster(Admin admin) {
    this.admin = admin;
  }

  /**
   * Prepares the connection.
   *
   * @throws StartRefusedException if the settings make none, for example because no name of {@code
   *     bootstrap.servers} resolves
   */
  public static AdminCluster connect(Map<String, Object> config) {
    try {
      return new AdminCluster(Admin.create(config));
    } catch (KafkaException e) {
      throw new StartRefusedException(
          "Kafka at %s cannot be asked: %s"
              .formatted(config.get(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG), reason(e)),
          e);
    }
  }

  @Override
  public Map<String, TopicDescription> topics(Collection<String> names) {
    Map<String, TopicDescription> found = new TreeMap<>();
    admin
        .describeTopics(names)
        .topicNameValues()
        .forEach(
            (name, future) ->
                existing("topic " + name, future, UnknownTopicOrPartitionException.class)
                    .ifPresent(topic -> found.put(name, topic)));
    return found;
  }

  /** Empty if the answer is that there is no such thing. */
  private static <T> Optional<T> existing(
      String what, KafkaFuture<T> future, Class<? extends KafkaException> none) {
    try {
      return Optional.of(get(what, future));
    } catch (StartRefusedException e) {
      if (e.getCause() instanceof ExecutionException failed && none.isInstance(failed.getCause())) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public Map<String, String> settings(String topic) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Map<ConfigResource, Config> all =
        get("the settings of topic " + topic, admin.describeConfigs(List.of(resource)).all());
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
    Map<TopicPartition, ListOffsetsResultInfo> from =
        get("what topic " + topic + " holds", admin.listOffsets(first).all());
    Map<TopicPartition, ListOffsetsResultInfo> to =
        get("what topic " + topic + " holds", admin.listOffsets(last).all());
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
  public Set<String> changelogs(String group) {
    return admin.describeStreamsGroups(List.of(group)).describedGroups().values().stream()
        .flatMap(future -> group(group, future).stream())
        .flatMap(description -> description.subtopologies().stream())
        .flatMap(part -> part.stateChangelogTopics().keySet().stream())
        .collect(toSet());
  }

  @Override
  public int members(String group) {
    return admin.describeClassicGroups(List.of(group)).describedGroups().values().stream()
        .flatMap(future -> group(group, future).stream())
        .mapToInt(description -> description.members().size())
        .sum();
  }

  private static <T> Optional<T> group(String name, KafkaFuture<T> future) {
    return existing("group " + name, future, GroupIdNotFoundException.class);
  }

  @Override
  public Map<TopicPartition, Long> offsets(String group) {
    return offsets(group, any -> true);
  }

  /**
   * The positions of a group in some partitions. While a transaction is about to change one, the
   * answer lacks it, as if there were none: then it is asked for again.
   *
   * @throws StartRefusedException if one stays uncertain for longer than a transaction may take
   */
  Map<TopicPartition, Long> offsets(String group, Predicate<TopicPartition> wanted) {
    Map<TopicPartition, Long> certain = new HashMap<>();
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      Set<TopicPartition> known = committed(group, false).keySet();
      certain.putAll(committed(group, true));
      Set<TopicPartition> uncertain = new HashSet<>(known);
      uncertain.removeIf(wanted.negate().or(certain::containsKey));
      if (uncertain.isEmpty()) {
        return certain;
      }
      if (System.nanoTime() > giveUp) {
        throw new StartRefusedException(
            "the positions of group %s in %s are uncertain for %d s: a transaction there has not ended; start again later"
                .formatted(group, named(uncertain), PATIENCE_SECONDS));
      }
      pause();
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartRefusedException("interrupted while Kafka was asked for positions", e);
    }
  }

  private Map<TopicPartition, Long> committed(String group, boolean stable) {
    Map<TopicPartition, OffsetAndMetadata> committed =
        get(
            "the offsets of group " + group,
            admin
                .listConsumerGroupOffsets(
                    group, new ListConsumerGroupOffsetsOptions().requireStable(stable))
                .partitionsToOffsetAndMetadata());
    Map<TopicPartition, Long> offsets = new HashMap<>();
    committed.forEach(
        (partition, offset) -> {
          if (offset != null) {
            offsets.put(partition, offset.offset());
          }
        });
    return offsets;
  }

  /**
   * Commits the first positions of a group. A running group takes none from outside, but then an
   * instance that started at the same time has committed the same ones before it ran: so a refusal
   * matters only where a position is still missing.
   *
   * @throws StartRefusedException naming what has no position yet
   */
  void commit(String group, Map<TopicPartition, Long> positions) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    positions.forEach((input, offset) -> offsets.put(input, new OffsetAndMetadata(offset)));
    try {
      get("group " + group, admin.alterConsumerGroupOffsets(group, offsets).all());
    } catch (StartRefusedException refused) {
      Set<TopicPartition> missing = new HashSet<>(positions.keySet());
      missing.removeAll(offsets(group).keySet());
      if (!missing.isEmpty()) {
        throw new StartRefusedException(
            "group %s has no position in %s and takes none: %s; stop all instances of this ledger, then start one of them again"
                .formatted(group, named(missing), refused.getMessage()),
            refused);
      }
    }
  }

  /**
   * Commits positions of a group without members.
   *
   * @throws StartRefusedException if the group does not take them
   */
  public void setPositions(String group, Map<TopicPartition, Long> positions) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    positions.forEach((input, offset) -> offsets.put(input, new OffsetAndMetadata(offset)));
    get("new positions of group " + group, admin.alterConsumerGroupOffsets(group, offsets).all());
  }

  /** What a group with members is doing; empty if it has none, or does not exist. */
  public Optional<GroupState> activity(String group) {
    return Optional.ofNullable(active().get(group));
  }

  /** The groups with members. */
  private Map<String, GroupState> active() {
    Map<String, GroupState> active = new TreeMap<>();
    for (GroupListing listed : get("its groups", admin.listGroups().all())) {
      listed
          .groupState()
          .filter(state -> state != GroupState.EMPTY && state != GroupState.DEAD)
          .ifPresent(state -> active.put(listed.groupId(), state));
    }
    return active;
  }

  @Override
  public Set<String> otherLedgers(String applicationId, String topic) {
    Set<String> others = new TreeSet<>(active().keySet());
    others.remove(applicationId);
    if (others.isEmpty()) {
      return others;
    }
    // Whoever else reads that topic has no such store.
    Set<String> names = get("its topics", admin.listTopics().names());
    others.removeIf(group -> !names.contains(Stores.changelog(group, Stores.OPERATIONS)));
    others.removeIf(
        group -> committed(group, false).keySet().stream().noneMatch(p -> p.topic().equals(topic)));
    return others;
  }

  /** Creates a topic that a store is restored from, as a ledger would. */
  public void createState(String topic, int partitions) {
    NewTopic made =
        new NewTopic(topic, Optional.of(partitions), Optional.empty())
            .configs(OperationTopology.CHANGELOG);
    get("a new topic " + topic, admin.createTopics(List.of(made)).all());
  }

  private static String named(Set<TopicPartition> partitions) {
    return partitions.stream().map(TopicPartition::toString).sorted().collect(joining(", "));
  }

  private static <T> T get(String what, KafkaFuture<T> future) {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new StartRefusedException("Kafka, asked for %s: %s".formatted(what, reason(e)), e);
    } catch (TimeoutException e) {
      throw new StartRefusedException(
          "Kafka did not answer within %d s when asked for %s; are the bootstrap servers right and reachable?"
              .formatted(PATIENCE_SECONDS, what),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartRefusedException("interrupted while Kafka was asked for " + what, e);
    }
  }

  /** The innermost cause: the outer ones say only that something failed. */
  private static String reason(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = root.getMessage();
    return message == null ? root.getClass().getSimpleName() : message;
  }

  @Override
  public void close() {
    admin.close();
  }
}
