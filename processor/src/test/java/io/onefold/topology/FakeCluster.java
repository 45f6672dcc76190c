package io.onefold.topology;

import io.onefold.schema.TopicSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;

/** A cluster with three replicas of everything, told by a test. */
final class FakeCluster implements Cluster {
  private static final List<Node> NODES =
      List.of(new Node(1, "a", 1), new Node(2, "b", 1), new Node(3, "c", 1));

  private final Map<String, Integer> partitions = new HashMap<>();
  private final Map<String, Map<String, String>> settings = new HashMap<>();
  private final Map<String, Map<Integer, Span>> spans = new HashMap<>();
  private final Map<TopicPartition, Long> offsets = new HashMap<>();
  private Set<String> changelogs = Set.of();
  private Set<String> others = Set.of();
  private int members;
  private int looks;
  private Runnable happens = () -> {};

  FakeCluster with(TopicSpec spec, int count) {
    settings.put(spec.name(), new HashMap<>(spec.config(NODES.size())));
    return with(spec.name(), count);
  }

  FakeCluster with(String topic, int count) {
    partitions.put(topic, count);
    return this;
  }

  FakeCluster without(String topic) {
    partitions.remove(topic);
    return this;
  }

  FakeCluster set(String topic, String setting, String value) {
    settings.computeIfAbsent(topic, t -> new HashMap<>()).put(setting, value);
    return this;
  }

  FakeCluster holds(String topic, int partition, long first, long end) {
    spans.computeIfAbsent(topic, t -> new TreeMap<>()).put(partition, new Span(first, end));
    return this;
  }

  FakeCluster committed(String topic, int partition, long offset) {
    offsets.put(new TopicPartition(topic, partition), offset);
    return this;
  }

  @Override
  public Map<String, TopicDescription> topics(Collection<String> names) {
    Map<String, TopicDescription> found = new HashMap<>();
    names.stream()
        .filter(partitions::containsKey)
        .forEach(name -> found.put(name, described(name, partitions.get(name))));
    return found;
  }

  private static TopicDescription described(String name, int count) {
    List<TopicPartitionInfo> infos = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      infos.add(new TopicPartitionInfo(i, NODES.get(0), NODES, NODES));
    }
    return new TopicDescription(name, false, infos);
  }

  @Override
  public Map<String, String> settings(String topic) {
    return settings.getOrDefault(topic, Map.of());
  }

  @Override
  public Map<Integer, Span> spans(String topic, int count) {
    Map<Integer, Span> all = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      all.put(i, spans.getOrDefault(topic, Map.of()).getOrDefault(i, new Span(0, 0)));
    }
    return all;
  }

  FakeCluster remembers(Set<String> changelogs) {
    this.changelogs = changelogs;
    return this;
  }

  FakeCluster joined(int members) {
    this.members = members;
    return this;
  }

  /** Does something when the group is asked for its members for the n-th time. */
  FakeCluster atLook(int look, Runnable happens) {
    this.looks = look;
    this.happens = happens;
    return this;
  }

  @Override
  public Set<String> changelogs(String group) {
    return changelogs;
  }

  @Override
  public int members(String group) {
    if (--looks == 0) {
      happens.run();
    }
    return members;
  }

  FakeCluster isReadBy(String ledger) {
    others = Set.of(ledger);
    return this;
  }

  @Override
  public Set<String> otherLedgers(String applicationId, String topic) {
    return others;
  }

  @Override
  public Map<TopicPartition, Long> offsets(String group) {
    return offsets;
  }
}
