package io.onefold.topology;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether the group in which the instances share their work is one of this version. One of a
 * version with other stores would change the journal and leave the stores that it does not know as
 * they are.
 */
final class GroupCheck {
  private GroupCheck() {}

  /**
   * What is wrong with it, and what to do; empty if nothing is.
   *
   * @param changelogs the topics of this version's stores
   * @param added those of them that do not exist yet, although the ledger was used before
   */
  static Optional<String> problem(
      Cluster cluster, LedgerSettings settings, List<String> changelogs, List<String> added) {
    return settings.streaming().groupProtocol().equals("streams")
        ? remembered(cluster, settings.applicationId(), changelogs)
        : running(cluster, settings.applicationId(), added);
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

  private static Optional<String> running(Cluster cluster, String group, List<String> added) {
    return added.isEmpty() || cluster.members(group) == 0
        ? Optional.empty()
        : Optional.of(
            "topic %s does not exist, but group %s has members: ledgers of an earlier version, which know no such store. Stop all of them before the first one of this version starts; one that was killed is a member until its session is over, 6 s"
                .formatted(String.join(", ", added), group));
  }
}
