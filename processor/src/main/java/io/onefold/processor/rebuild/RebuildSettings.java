package io.onefold.processor.rebuild;

import io.onefold.schema.Topics;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What a rebuild or a comparison needs to know.
 *
 * @param bootstrapServers addresses of the Kafka cluster
 * @param kafka settings for every Kafka client; may name a schema registry
 * @param topics names of the topics
 * @param applicationId name of the ledger whose state it is
 * @param work folder for temporary files, about a kilobyte for each operation
 * @param stateDir folder of an instance's stores, to be emptied; empty: none is
 */
public record RebuildSettings(
    String bootstrapServers,
    Map<String, Object> kafka,
    Topics topics,
    String applicationId,
    Path work,
    Optional<Path> stateDir) {
  public RebuildSettings {
    kafka = Map.copyOf(kafka);
  }
}
