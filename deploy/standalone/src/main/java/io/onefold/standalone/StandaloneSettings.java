package io.onefold.standalone;

import io.onefold.access.RestAccess;
import io.onefold.destination.Destinations;
import io.onefold.schema.Topics;
import io.onefold.schema.sealing.InstallationKeys;
import io.onefold.topology.Signing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What a standalone installation is started with.
 *
 * @param data where all its data lives
 * @param destinations the contracts; a worker is started for each of their pools
 * @param topics names of the topics
 * @param restHost address that the REST face binds to
 * @param restPort its port; 0 for a free one
 * @param kafkaPort the broker's port on 127.0.0.1; 0 for a free one
 * @param partitions of new topics; empty: as the existing ones have
 * @param access who may use the REST face, and whether it speaks TLS
 * @param signing which key signs; empty: one of its own, which lies among its data
 * @param checkpointInterval with a key of its own, the least time between two checkpoints of a
 *     partition
 * @param payloadKeys under which payloads are sealed and opened; empty: nothing is sealed
 */
public record StandaloneSettings(
    Path data,
    Destinations destinations,
    Topics topics,
    String restHost,
    int restPort,
    int kafkaPort,
    Optional<Integer> partitions,
    RestAccess access,
    Optional<Signing> signing,
    Duration checkpointInterval,
    Optional<InstallationKeys> payloadKeys) {

  /** Settings for an installation that signs with a key of its own. */
  public StandaloneSettings(
      Path data,
      Destinations destinations,
      Topics topics,
      String restHost,
      int restPort,
      int kafkaPort,
      Optional<Integer> partitions,
      RestAccess access) {
    this(
        data,
        destinations,
        topics,
        restHost,
        restPort,
        kafkaPort,
        partitions,
        access,
        Optional.empty(),
        Signing.DEFAULT_INTERVAL,
        Optional.empty());
  }

  /** Settings for a REST face that is open to whoever reaches it. */
  public StandaloneSettings(
      Path data,
      Destinations destinations,
      Topics topics,
      String restHost,
      int restPort,
      int kafkaPort,
      Optional<Integer> partitions) {
    this(data, destinations, topics, restHost, restPort, kafkaPort, partitions, RestAccess.open());
  }
}
