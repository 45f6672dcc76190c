package io.onefold.topology;

import io.onefold.schema.ActualTopic;
import io.onefold.schema.TopicCheck;
import io.onefold.schema.TopicSpec;
import io.onefold.schema.Topics;
import io.onefold.topology.Cluster.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What must hold before the ledger may run: all topics are there, keep what they must keep, and
 * have one number of partitions; and the state is not lost while the journal is not.
 */
final class StartChecks {
  private final Cluster cluster;
  private final LedgerSettings settings;
  private final Duration patience;

  /**
   * @param patience how long other ledgers are given to make the topics of new stores
   */
  StartChecks(Cluster cluster, LedgerSettings settings, Duration patience) {
    this.cluster = cluster;
    this.settings = settings;
    this.patience = patience;
  }

  /**
   * What the checks found out.
   *
   * @param partitions number of partitions of every input topic
   * @param unread input partitions for which no position is committed, with the offset of their
   *     first record: nothing of them was read yet. To be committed before the ledger reads, so
   *     that a missing position later always means a lost one
   */
  record Findings(int partitions, Map<TopicPartition, Long> unread) {
    Findings {
      unread = Map.copyOf(unread);
    }
  }

  /**
   * Runs all checks.
   *
   * @throws StartRefusedException naming every topic and setting that is wrong, and what is allowed
   */
  Findings run() {
    List<TopicSpec> specs = settings.topics().specs(settings.destinations().pools());
    Map<String, ActualTopic> actual = actual(specs);
    Problems problems = new Problems();
    TopicCheck.dangers(specs, actual).forEach(problems::add);
    problems.refuseIfAny();
    GroupCheck.beside(cluster, settings.applicationId(), settings.topics())
        .ifPresent(problems::add);
    int partitions = Objects.requireNonNull(actual.get(settings.topics().intents())).partitions();
    // The journal first: an instance that starts at the same time commits its positions before it
    // writes, so records seen here without a position seen afterwards mean a lost one.
    List<Integer> used = holdingAny(cluster.spans(settings.topics().journal(), partitions));
    Map<TopicPartition, Long> offsets = cluster.offsets(settings.applicationId());
    Map<TopicPartition, Long> unread = new HashMap<>();
    for (String input : settings.topics().inputs()) {
      checkOffsets(input, cluster.spans(input, partitions), offsets, unread, problems);
    }
    checkState(partitions, used, offsets, problems);
    problems.refuseIfAny();
    return new Findings(partitions, unread);
  }

  private Map<String, ActualTopic> actual(List<TopicSpec> specs) {
    Map<String, ActualTopic> actual = new HashMap<>();
    cluster
        .topics(specs.stream().map(TopicSpec::name).toList())
        .forEach((name, topic) -> actual.put(name, actual(topic)));
    return actual;
  }

  private ActualTopic actual(TopicDescription topic) {
    int replicas = topic.partitions().stream().mapToInt(p -> p.replicas().size()).min().orElse(1);
    return new ActualTopic(topic.partitions().size(), replicas, cluster.settings(topic.name()));
  }

  /** A position outside of its partition means that records are gone before they were read. */
  private void checkOffsets(
      String topic,
      Map<Integer, Span> spans,
      Map<TopicPartition, Long> offsets,
      Map<TopicPartition, Long> unread,
      Problems problems) {
    for (Map.Entry<Integer, Span> partition : spans.entrySet()) {
      Span span = partition.getValue();
      TopicPartition input = new TopicPartition(topic, partition.getKey());
      Long offset = offsets.get(input);
      if (offset == null) {
        unread.put(input, span.first());
      } else if (offset < span.first() || offset > span.end()) {
        problems.addRebuildable(
            "the ledger has read partition %d of %s up to offset %d, but the partition holds %d to %d: records were deleted before they were read, or the topic was made anew (STATE_GAP); bring its records back; if they are all there at other offsets, as in a mirror, set the position with: onefold rebuild --application-id %s"
                .formatted(
                    partition.getKey(),
                    topic,
                    offset,
                    span.first(),
                    span.end(),
                    settings.applicationId()));
      }
    }
  }

  /** Fails closed: sending on a state that was lost would send again what was sent before. */
  private void checkState(
      int partitions, List<Integer> used, Map<TopicPartition, Long> offsets, Problems problems) {
    Topics topics = settings.topics();
    List<String> names = Stores.ALL.stream().map(this::changelog).toList();
    Map<String, TopicDescription> found = cluster.topics(names);
    List<String> added = new ArrayList<>();
    for (String name : names) {
      // Earlier versions had no such store: it is made once its topic is read for the first time.
      boolean mayBeNew =
          (name.equals(changelog(Stores.MARKS)) && !hasCounted(found.get(changelog(Stores.HEADS))))
              || (name.equals(changelog(Stores.DESTINATIONS)) && !hasRead(offsets))
              || (name.equals(changelog(Stores.HEADS)) && signed(partitions).isEmpty());
      if (found.containsKey(name) || !mayBeNew) {
        checkChangelog(name, found.get(name), partitions, used, problems);
      } else if (!used.isEmpty()) {
        added.add(name);
      }
    }
    GroupCheck.problem(cluster, settings, names, added, patience).ifPresent(problems::add);
    String forgotten =
        used.stream()
            .filter(p -> topics.inputs().stream().noneMatch(t -> known(offsets, t, p)))
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    if (!forgotten.isEmpty()) {
      problems.addRebuildable(
          "group %s has no offsets any more in partition %s, but %s has records there; set them with: onefold rebuild --application-id %s; or reset them to the earliest record (kafka-streams-groups or kafka-consumer-groups --reset-offsets --to-earliest): what is read again is answered from the state and sends nothing"
              .formatted(
                  settings.applicationId(), forgotten, topics.journal(), settings.applicationId()));
    }
  }

  /** Partitions with checkpoints: their next one must follow from what the store remembers. */
  private List<Integer> signed(int partitions) {
    return holdingAny(cluster.spans(settings.topics().checkpoints(), partitions));
  }

  /** A version that counts the events of a partition marks the newest as well. */
  private boolean hasCounted(@Nullable TopicDescription heads) {
    return heads != null
        && !holdingAny(cluster.spans(heads.name(), heads.partitions().size())).isEmpty();
  }

  private boolean hasRead(Map<TopicPartition, Long> offsets) {
    return offsets.entrySet().stream()
        .filter(e -> e.getKey().topic().equals(settings.topics().destinations()))
        .anyMatch(e -> e.getValue() > 0);
  }

  private void checkChangelog(
      String name,
      @Nullable TopicDescription changelog,
      int partitions,
      List<Integer> used,
      Problems problems) {
    Topics topics = settings.topics();
    if (changelog != null && changelog.partitions().size() != partitions) {
      problems.add(
          "the state was built with %d partitions (topic %s), but %s has %d; the number can never change (STATE_GAP): operations would be looked for where they never were; make topics with the old number, under another --topic-prefix or cluster, and copy the records to the same partitions"
              .formatted(changelog.partitions().size(), name, topics.intents(), partitions));
      return;
    }
    if (changelog != null) {
      checkCleanup(name, problems);
    }
    if (used.isEmpty()) {
      return;
    }
    if (changelog == null) {
      problems.addRebuildable(lost("topic %s does not exist".formatted(name)));
      return;
    }
    Map<Integer, Span> spans = cluster.spans(name, partitions);
    // Compaction leaves the last record of each key and never moves the first offset.
    String cut = joined(spans.keySet().stream().filter(p -> spanOf(spans, p).first() > 0));
    if (!cut.isEmpty()) {
      problems.addRebuildable(
          lost(
              "records of topic %s were deleted from its start in partition %s"
                  .formatted(name, cut)));
    } else if (name.equals(changelog(Stores.OPERATIONS)) || name.equals(changelog(Stores.HEADS))) {
      // Every event leaves a stored operation, every checkpoint a head; the other stores may
      // rightly be empty.
      List<Integer> needed = name.equals(changelog(Stores.OPERATIONS)) ? used : signed(partitions);
      String missing = joined(needed.stream().filter(p -> !spanOf(spans, p).holdsAny()));
      if (!missing.isEmpty()) {
        problems.addRebuildable(
            lost("topic %s has no records in partition %s".formatted(name, missing)));
      }
    }
  }

  /** A topic that also deletes by age forgets every operation that is quiet for long enough. */
  private void checkCleanup(String changelog, Problems problems) {
    String cleanup = cluster.settings(changelog).getOrDefault("cleanup.policy", "compact");
    if (!cleanup.equals("compact")) {
      problems.add(
          "topic %s has cleanup.policy=%s (retention.ms=%s); allowed is only compact: it is the ledger's memory and must never be deleted by age or size"
              .formatted(
                  changelog,
                  cleanup,
                  cluster.settings(changelog).getOrDefault("retention.ms", "unknown")));
    }
  }

  private static Span spanOf(Map<Integer, Span> spans, int partition) {
    return spans.getOrDefault(partition, new Span(0, 0));
  }

  private static String joined(Stream<Integer> partitions) {
    return partitions.sorted().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private String lost(String what) {
    return "the state is lost (STATE_GAP): %s, but %s has records; nothing is sent on a lost state; build it again from the journal with: onefold rebuild --application-id %s"
        .formatted(what, settings.topics().journal(), settings.applicationId());
  }

  private String changelog(String store) {
    return Stores.changelog(settings.applicationId(), store);
  }

  private static boolean known(Map<TopicPartition, Long> offsets, String topic, int partition) {
    return offsets.containsKey(new TopicPartition(topic, partition));
  }

  private static List<Integer> holdingAny(Map<Integer, Span> spans) {
    return spans.entrySet().stream()
        .filter(e -> e.getValue().holdsAny())
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }
}
