package io.onefold.topology;

import io.onefold.schema.TopicSpec;
import io.onefold.schema.Topics;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/**
 * What must hold before the ledger may run: all topics are there, keep what they must keep, and
 * have one number of partitions; and the state is not lost while the journal is not.
 */
final class StartChecks {
  private final Cluster cluster;
  private final LedgerSettings settings;

  StartChecks(Cluster cluster, LedgerSettings settings) {
    this.cluster = cluster;
    this.settings = settings;
  }

  /**
   * What the checks found out.
   *
   * @param partitions number of partitions of every input topic
   */
  record Findings(int partitions) {}

  /**
   * Runs all checks.
   *
   * @throws StartRefusedException naming every topic and setting that is wrong, and what is allowed
   */
  Findings run() {
    List<TopicSpec> specs = settings.topics().specs(settings.destinations().pools());
    Map<String, TopicDescription> found =
        cluster.topics(specs.stream().map(TopicSpec::name).toList());
    List<String> problems = new ArrayList<>();
    int partitions = partitions(found);
    for (TopicSpec spec : specs) {
      TopicDescription topic = found.get(spec.name());
      if (topic == null) {
        problems.add(
            "topic %s does not exist; create it with: onefold topics create"
                .formatted(spec.name()));
      } else {
        check(spec, topic, partitions, problems);
      }
    }
    refuseIf(problems);
    boolean journalEmpty = checkState(partitions, problems);
    refuseIf(problems);
    checkOffsets(partitions, journalEmpty, problems);
    refuseIf(problems);
    return new Findings(partitions);
  }

  private int partitions(Map<String, TopicDescription> found) {
    TopicDescription intents = found.get(settings.topics().intents());
    return intents == null ? 0 : intents.partitions().size();
  }

  private void check(
      TopicSpec spec, TopicDescription topic, int partitions, List<String> problems) {
    int actual = topic.partitions().size();
    if (spec.samePartitions() && partitions > 0 && actual != partitions) {
      problems.add(
          "topic %s has %d partitions, %s has %d; all topics that are keyed by operation must have the same number"
              .formatted(spec.name(), actual, settings.topics().intents(), partitions));
    }
    int replicas = topic.partitions().get(0).replicas().size();
    spec.dangers(cluster.settings(spec.name()), replicas).stream()
        .map(danger -> "topic %s: %s".formatted(spec.name(), danger))
        .forEach(problems::add);
  }

  /** Fails closed: sending on a state that was lost would send again what was sent before. */
  private boolean checkState(int partitions, List<String> problems) {
    String changelog = settings.applicationId() + "-" + Stores.OPERATIONS + "-changelog";
    Topics topics = settings.topics();
    Map<Integer, Long> journal = cluster.spans(topics.journal(), partitions);
    TopicDescription stored = cluster.topics(List.of(changelog)).get(changelog);
    if (stored != null && stored.partitions().size() != partitions) {
      problems.add(
          "the state was built with %d partitions (topic %s), but %s has %d; the number can never change"
              .formatted(stored.partitions().size(), changelog, topics.intents(), partitions));
      return false;
    }
    Map<Integer, Long> state = stored == null ? Map.of() : cluster.spans(changelog, partitions);
    String lost =
        journal.entrySet().stream()
            .filter(e -> e.getValue() > 0 && state.getOrDefault(e.getKey(), 0L) == 0)
            .map(e -> e.getKey().toString())
            .collect(Collectors.joining(", "));
    if (!lost.isEmpty()) {
      problems.add(
          "the state is lost (STATE_GAP): %s has no records in partition %s, but %s has; nothing is sent on a lost state: restore it with: onefold rebuild"
              .formatted(changelog, lost, topics.journal()));
    }
    return journal.values().stream().allMatch(span -> span == 0);
  }

  /**
   * Every partition must have a committed offset before the ledger reads: then none can ever be
   * guessed. A first start commits the beginning; later a missing one means that offsets were lost.
   */
  private void checkOffsets(int partitions, boolean firstStart, List<String> problems) {
    Set<TopicPartition> committed = cluster.committed(settings.applicationId());
    Set<TopicPartition> fresh = new HashSet<>();
    for (String topic : settings.topics().inputs()) {
      Map<Integer, Long> ends = cluster.ends(topic, partitions);
      for (int i = 0; i < partitions; i++) {
        TopicPartition input = new TopicPartition(topic, i);
        if (committed.contains(input)) {
          continue;
        }
        if (firstStart || ends.getOrDefault(i, 0L) == 0) {
          fresh.add(input);
        } else {
          problems.add(
              "group %s has no offset for %s any more, which has records; set it to the earliest one (kafka-streams-groups or kafka-consumer-groups --reset-offsets --to-earliest --execute): what is read again is answered from the state and sends nothing"
                  .formatted(settings.applicationId(), input));
        }
      }
    }
    if (problems.isEmpty() && !fresh.isEmpty()) {
      cluster.commitBeginning(settings.applicationId(), fresh);
    }
  }

  private static void refuseIf(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new StartRefusedException(String.join(System.lineSeparator(), problems));
    }
  }
}
