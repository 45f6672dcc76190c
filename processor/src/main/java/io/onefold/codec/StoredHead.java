package io.onefold.codec;

import io.onefold.schema.signing.CheckpointSeries;
import io.onefold.schema.signing.PartitionHead;

/**
 * What a partition remembers of its own journal.
 *
 * @param head all events since the count began
 * @param series the checkpoints made of it so far
 */
public record StoredHead(PartitionHead head, CheckpointSeries series) {
  /** A partition that has counted nothing. */
  public static final StoredHead EMPTY =
      new StoredHead(PartitionHead.EMPTY, CheckpointSeries.EMPTY);
}
