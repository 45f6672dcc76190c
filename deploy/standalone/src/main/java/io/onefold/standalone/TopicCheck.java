package io.onefold.standalone;

import io.onefold.schema.TopicSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares topics as they are with what they must be. Pure. */
public final class TopicCheck {
  private TopicCheck() {}

  /**
   * What is dangerous: one sentence for each finding with the topic, what it has and what is
   * allowed; empty if all is well.
   *
   * @param specs what must be
   * @param actual what is, by topic name
   */
  public static List<String> dangers(List<TopicSpec> specs, Map<String, ActualTopic> actual) {
    List<String> dangers = new ArrayList<>();
    for (TopicSpec spec : specs) {
      ActualTopic topic = actual.get(spec.name());
      if (topic == null) {
        dangers.add("topic " + spec.name() + " does not exist; 'onefold topics create' makes it");
      } else {
        dangers.addAll(spec.dangers(topic.config(), topic.replicas()));
      }
    }
    dangers.addAll(partitions(specs, actual));
    return dangers;
  }

  /** An operation ID must mean the same partition in every topic that the ledger joins. */
  private static List<String> partitions(List<TopicSpec> specs, Map<String, ActualTopic> actual) {
    Map<Integer, List<String>> byCount = new TreeMap<>();
    for (TopicSpec spec : specs) {
      ActualTopic topic = actual.get(spec.name());
      if (topic != null && spec.samePartitions()) {
        byCount.computeIfAbsent(topic.partitions(), count -> new ArrayList<>()).add(spec.name());
      }
    }
    if (byCount.size() < 2) {
      return List.of();
    }
    List<String> counts = new ArrayList<>();
    byCount.forEach((count, names) -> counts.add(String.join(", ", names) + " has " + count));
    return List.of(
        "partition counts differ: "
            + String.join("; ", counts)
            + "; allowed is one number for all of them, and it must never change");
  }
}
