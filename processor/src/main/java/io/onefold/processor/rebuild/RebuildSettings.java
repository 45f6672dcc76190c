package io.onefold.processor.rebuild;

import io.onefold.schema.ClientKind;
import io.onefold.schema.Topics;
import io.onefold.topology.AdminCluster;
import io.onefold.topology.LedgerSettings;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a rebuild or a comparison needs to know.
 *
 * @param cluster the Kafka cluster and the names of the topics
 * @param applicationId name of the ledger whose state it is
 * @param work folder for temporary files, about a kilobyte for each operation
 * @param stateDir folder of an instance's stores, to be emptied; empty: none is
 */
public record RebuildSettings(
    LedgerSettings.Cluster cluster, String applicationId, Path work, Optional<Path> stateDir) {
  /** Names of the topics. */
  public Topics topics() {
    return cluster.topics();
  }

  AdminCluster admin() {
    return AdminCluster.connect(cluster.settings(ClientKind.ADMIN));
  }
}
