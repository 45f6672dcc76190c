package io.onefold.processor.rebuild;

import io.onefold.codec.StoredHead;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationEvent;
import io.onefold.schema.Checkpoint;
import io.onefold.schema.signing.CheckpointSeries;
import io.onefold.schema.signing.JournalPlace;
import io.onefold.schema.signing.PartitionHead;
import io.onefold.topology.StartRefusedException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Counts a partition's journal again, from the event on with which its checkpoints begin, so that
 * the next checkpoint follows from the newest. Without a checkpoint all of the journal counts.
 */
final class HeadFold implements FoldListener {
  private final int partition;
  private final Optional<Checkpoint> newest;
  private final Optional<JournalPlace> begins;
  private PartitionHead head = PartitionHead.EMPTY;
  private PartitionHead covered = PartitionHead.EMPTY;

  /**
   * @param newest checkpoint of the partition
   */
  HeadFold(int partition, Optional<Checkpoint> newest) {
    this.partition = partition;
    this.newest = newest;
    this.begins = newest.map(c -> new JournalPlace(c.getFirstOperation(), c.getFirstSequence()));
  }

  @Override
  public void evolved(StoredOperation before, OperationEvent event, StoredOperation after) {
    count(
        new JournalPlace(event.operationId(), event.sequence()),
        HexFormat.of().parseHex(after.chain()));
  }

  /** The next event, with its chain value: 32 bytes. */
  void count(JournalPlace place, byte[] chain) {
    if (head.events() == 0 && begins.filter(first -> !first.equals(place)).isPresent()) {
      return;
    }
    head = head.after(place, chain);
    if (newest.filter(c -> c.getEvents() == head.events()).isPresent()) {
      covered = head;
    }
  }

  /**
   * How far the journal has come.
   *
   * @throws StartRefusedException if it is not what the newest checkpoint was made of
   */
  StoredHead stored() {
    newest
        .filter(c -> !c.getHead().equals(covered.value()))
        .ifPresent(
            c -> {
              throw new StartRefusedException(
                  "the journal's partition %d is not what its checkpoint %d says: it covers %d events from %s on, and these are %s; nothing was changed; bring the journal back as it was from a backup or a mirror"
                      .formatted(
                          partition,
                          c.getNumber(),
                          c.getEvents(),
                          begins.orElseThrow(),
                          head.events() < c.getEvents()
                              ? "only " + head.events()
                              : "others, or in another order"));
            });
    return new StoredHead(
        head, newest.map(CheckpointSeries::endingWith).orElse(CheckpointSeries.EMPTY));
  }
}
