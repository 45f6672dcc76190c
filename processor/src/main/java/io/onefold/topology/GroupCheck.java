package io.onefold.topology;

import io.onefold.schema.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether the group in which the instances share their work is one of this version. One of a
 * version with other stores would change the journal and leave the stores that it does not know as
 * they are.
 */
public final class GroupCheck {
  private static final Duration PAUSE = Duration.ofMillis(200);

  private GroupCheck() {}

  /**
   * What is wrong with it, and what to do; empty if nothing is.
   *
   * @param changelogs the topics of this version's stores
   * @param added those of them that do not exist yet, although the ledger was used before
   * @param patience how long the members of a classic group are given to make them
   */
  static Optional<String> problem(
      Cluster cluster,
      LedgerSettings settings,
      List<String> changelogs,
      List<String> added,
      Duration patience) {
    return settings.streaming().groupProtocol().equals("streams")
        ? remembered(cluster, settings.applicationId(), changelogs)
        : running(cluster, settings.applicationId(), added, patience);
  }

  /**
   * Who else decides about the same operations: each of two ledgers would grant attempts of its
   * own. Empty if nobody is seen.
   */
  public static Optional<String> beside(Cluster cluster, String applicationId, Topics topics) {
    Set<String> others = cluster.otherLedgers(applicationId, topics.intents());
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s is read by another ledger as well, with the application ID %s, while this one is %s; each would let every attempt be made once more. All instances of one ledger have one --application-id: stop those of the other name first; one that was killed is a member until its session is over, 6 s; or give this one topics of its own with --topic-prefix"
                .formatted(topics.intents(), String.join(", ", others), applicationId));
  }

  /** Kafka keeps the topology of a streams group's first member, also when all have left. */
  private static Optional<String> remembered(
      Cluster cluster, String group, List<String> changelogs) {
    Set<String> known = new TreeSet<>(cluster.changelogs(group));
    return known.isEmpty() || known.equals(Set.copyOf(changelogs))
        ? Optional.empty()
        : Optional.of(
            "group %s belongs to another version, whose stores are kept in %s; this one needs %s, and Kafka changes no group of the protocol streams. Stop all ledgers, run one of this version with --group-protocol classic until it is ready, stop it, and start all of them with streams"
                .formatted(group, known, new TreeSet<>(changelogs)));
  }

  /**
   * Members may also be ledgers of this version that were started together with this one: the
   * topics are made when their group has come to order for the first time.
   */
  private static Optional<String> running(
      Cluster cluster, String group, List<String> added, Duration patience) {
    long begin = System.nanoTime();
    List<String> missing = missing(cluster, added);
    while (!missing.isEmpty() && cluster.members(group) > 0) {
      if (System.nanoTime() - begin >= patience.toNanos() || !pause()) {
        return Optional.of(refusal(group, missing));
      }
      missing = missing(cluster, added);
    }
    return Optional.empty();
  }

  private static List<String> missing(Cluster cluster, List<String> added) {
    Set<String> there = added.isEmpty() ? Set.of() : cluster.topics(added).keySet();
    return added.stream().filter(name -> !there.contains(name)).toList();
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

  private static String refusal(String group, List<String> missing) {
    return "topic %s does not exist, but group %s has members: ledgers of an earlier version, which know no such store. Stop all of them before the first one of this version starts; one that was killed is a member until its session is over, 6 s"
        .formatted(String.join(", ", missing), group);
  }
}
