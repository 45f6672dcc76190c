package io.onefold.schema.signing;

import io.onefold.schema.Checkpoint;

/**
 * A checkpoint that does not agree with the journal or with the checkpoints before it.
 *
 * @param partition where
 * @param number its number, as it says itself
 * @param text one sentence for people
 */
public record CheckpointFinding(int partition, long number, String text) {
  static CheckpointFinding of(Checkpoint checkpoint, String text) {
    return new CheckpointFinding(
        checkpoint.getPartition(),
        checkpoint.getNumber(),
        "checkpoint %d of partition %d: %s"
            .formatted(checkpoint.getNumber(), checkpoint.getPartition(), text));
  }
}
