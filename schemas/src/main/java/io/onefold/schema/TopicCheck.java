package io.onefold.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares topics as they are with what they must be. Pure. */
public final class TopicCheck {
  private TopicCheck() {}

  /**
   * What is dangerous: one sentence for each finding with the topic, what it has and what is
   * allowed, in the order of {@code specs}; empty if all is well.
   *
   * @param specs what must be
   * @param actual what is, by topic name
   */
  public static List<String> dangers(List<TopicSpec> specs, Map<String, ActualTopic> actual) {
    List<String> dangers = new ArrayList<>();
    Optional<TopicSpec> first =
        specs.stream()
            .filter(spec -> spec.samePartitions() && actual.containsKey(spec.name()))
            .findFirst();
    for (TopicSpec spec : specs) {
      ActualTopic topic = actual.get(spec.name());
      if (topic == null) {
        dangers.add(
            "topic %s does not exist; create it with: onefold topics create"
                .formatted(spec.name()));
        continue;
      }
      first
          .filter(leader -> spec.samePartitions())
          .flatMap(leader -> otherCount(spec.name(), leader.name(), actual))
          .ifPresent(dangers::add);
      dangers.addAll(spec.dangers(topic.config(), topic.replicas()));
    }
    return dangers;
  }

  /** An operation ID must mean the same partition in every topic that the ledger joins. */
  private static Optional<String> otherCount(
      String topic, String leader, Map<String, ActualTopic> actual) {
    int count = count(topic, actual);
    int wanted = count(leader, actual);
    return count == wanted
        ? Optional.empty()
        : Optional.of(
            "topic %s has %d partitions, %s has %d; all topics that are keyed by operation must have the same number"
                .formatted(topic, count, leader, wanted));
  }

  private static int count(String topic, Map<String, ActualTopic> actual) {
    ActualTopic found = actual.get(topic);
    return found == null ? 0 : found.partitions();
  }
}
