package io.onefold.processor.rebuild;

import io.onefold.topology.AdminCluster;
import io.onefold.topology.GroupCheck;
import io.onefold.topology.StartRefusedException;
import io.onefold.topology.Stores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.TopicDescription;

/** The topics of a ledger that a rebuild reads and writes. */
final class StateTopics {
  /** More than the session of a ledger, which is 6 s. */
  private static final Duration SESSION_OVER = Duration.ofSeconds(10);

  private static final Duration PAUSE = Duration.ofMillis(200);

  private final RebuildSettings settings;
  private final AdminCluster cluster;
  private final List<String> missing = new ArrayList<>();
  private final List<String> existing = new ArrayList<>();

  StateTopics(RebuildSettings settings, AdminCluster cluster) {
    this.settings = settings;
    this.cluster = cluster;
  }

  /**
   * Looks whether a state can be built.
   *
   * @return number of partitions of every topic
   */
  int check() {
    refuseWhileRunning();
    List<String> log = new ArrayList<>(settings.topics().inputs());
    log.add(settings.topics().journal());
    log.add(settings.topics().checkpoints());
    Map<String, Integer> found = partitions(log);
    for (String topic : log) {
      if (!found.containsKey(topic)) {
        throw new StartRefusedException(
            "topic %s does not exist; a state can be built only where all of %s are; are --bootstrap-servers and --topic-prefix right?"
                .formatted(topic, log));
      }
    }
    List<String> states =
        Stores.ALL.stream()
            .map(store -> Stores.changelog(settings.applicationId(), store))
            .toList();
    Map<String, Integer> held = partitions(states);
    states.forEach(topic -> (held.containsKey(topic) ? existing : missing).add(topic));
    found.putAll(held);
    if (found.values().stream().distinct().count() > 1) {
      throw new StartRefusedException(
          "these topics have different numbers of partitions: %s; the number can never change: what was written before lies where it is not looked for any more; make topics with the old number, under another --topic-prefix or cluster, and copy the records to the same partitions"
              .formatted(found));
    }
    return found.getOrDefault(settings.topics().journal(), 0);
  }

  /** Number of partitions of the receipts; 0 if there is no such topic. */
  int receiptPartitions() {
    String receipts = settings.topics().receipts();
    return partitions(List.of(receipts)).getOrDefault(receipts, 0);
  }

  private Map<String, Integer> partitions(List<String> topics) {
    Map<String, Integer> partitions = new TreeMap<>();
    Map<String, TopicDescription> found = cluster.topics(topics);
    found.forEach((name, topic) -> partitions.put(name, topic.partitions().size()));
    return partitions;
  }

  /**
   * A ledger that was killed, or stopped because of what it found, is a member until its session is
   * over. In a standalone installation that time passes only while something runs its broker.
   */
  private void awaitNobody() {
    long begin = System.nanoTime();
    boolean goOn = true;
    while (goOn && cluster.activity(settings.applicationId()).isPresent()) {
      goOn = System.nanoTime() - begin < SESSION_OVER.toNanos() && pause();
    }
  }

  /** False if this thread is to end. */
  private static boolean pause() {
    try {
      Thread.sleep(PAUSE);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Instances that run would write to the same topics. Takes up to 10 s while there are any. */
  void refuseWhileRunning() {
    awaitNobody();
    cluster
        .activity(settings.applicationId())
        .ifPresent(
            state -> {
              throw new StartRefusedException(
                  "group %s has members (it is %s); stop all instances of the ledger first, and wait until the group has noticed, at most a minute"
                      .formatted(settings.applicationId(), state));
            });
    GroupCheck.beside(cluster, settings.applicationId(), settings.topics())
        .ifPresent(
            problem -> {
              throw new StartRefusedException(problem);
            });
  }

  /** State topics that do not exist. */
  List<String> missing() {
    return missing;
  }

  /** State topics that exist. */
  List<String> existing() {
    return existing;
  }

  void createMissing(int partitions) {
    missing.forEach(topic -> cluster.createState(topic, partitions));
  }
}
