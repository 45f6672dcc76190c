package io.onefold.standalone.cli;

import io.onefold.schema.ActualTopic;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** What is right for a trial and wrong for more than that: one sentence each, or none. Pure. */
final class TopicWarnings {
  private static final int COPIES = 3;

  private static final String LATER =
      "kafka-reassign-partitions.sh adds copies later, then set min.insync.replicas=2";

  private TopicWarnings() {}

  /** That new topics have fewer copies than they should, because nobody said how many. */
  static Optional<String> newCopies(Set<String> created, Map<String, ActualTopic> topics) {
    return told(topics, created::contains, ActualTopic::replicas, copies -> copies < COPIES)
        .map(
            found ->
                "fewer than 3 copies of each record, because the cluster has fewer than 3 brokers"
                    + " now: "
                    + found
                    + "; more brokers do not change that. --replicas 3 insists, "
                    + LATER);
  }

  /** That topics have fewer copies than they should. */
  static Optional<String> fewCopies(Map<String, ActualTopic> topics) {
    return told(topics, topic -> true, ActualTopic::replicas, copies -> copies < COPIES)
        .map(
            found ->
                "fewer than 3 copies of each record: "
                    + found
                    + "; with 1 copy the loss of a broker loses records, with 2 it stops all"
                    + " writing. "
                    + LATER);
  }

  /** That topics were there already, with another number of partitions than was asked for. */
  static Optional<String> otherPartitions(
      int asked, Set<String> created, Map<String, ActualTopic> topics) {
    return told(
            topics,
            topic -> !created.contains(topic),
            ActualTopic::partitions,
            count -> count != asked)
        .map(
            found ->
                "not the %d partitions that --partitions asks for: %s; the number of an existing topic is never changed"
                    .formatted(asked, found));
  }

  /** The topics whose figure is such, by figure: {@code 1 (a, b), 2 (c)}. */
  private static Optional<String> told(
      Map<String, ActualTopic> topics,
      Predicate<String> which,
      ToIntFunction<ActualTopic> figure,
      Predicate<Integer> such) {
    Map<Integer, String> byFigure =
        new TreeMap<>(topics)
            .entrySet().stream()
                .filter(topic -> which.test(topic.getKey()))
                .filter(topic -> such.test(figure.applyAsInt(topic.getValue())))
                .collect(
                    Collectors.groupingBy(
                        topic -> figure.applyAsInt(topic.getValue()),
                        TreeMap::new,
                        Collectors.mapping(Map.Entry::getKey, Collectors.joining(", "))));
    return byFigure.isEmpty()
        ? Optional.empty()
        : Optional.of(
            byFigure.entrySet().stream()
                .map(found -> found.getKey() + " (" + found.getValue() + ")")
                .collect(Collectors.joining(", ")));
  }
}
