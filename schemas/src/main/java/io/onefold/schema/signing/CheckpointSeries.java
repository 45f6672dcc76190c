package io.onefold.schema.signing;

import io.onefold.schema.Checkpoint;
import java.time.Instant;
import java.util.HexFormat;

/**
 * The checkpoints of one partition, as far as they go: all that is needed to make the next one.
 *
 * @param number of the newest; 0 if there is none
 * @param covered events that it covers
 * @param hash SHA-256 over its signed bytes, 64 lower-case hex digits; all zero if there is none
 */
public record CheckpointSeries(long number, long covered, String hash) {
  /** No checkpoint yet. */
  public static final CheckpointSeries EMPTY =
      new CheckpointSeries(0, 0, "0".repeat(2 * PartitionHead.BYTES));

  /** The series up to this checkpoint. */
  public static CheckpointSeries endingWith(Checkpoint newest) {
    byte[] signed = SignedJson.CHECKPOINT.bytes(CheckpointJson.render(newest));
    return new CheckpointSeries(
        newest.getNumber(), newest.getEvents(), HexFormat.of().formatHex(Ed25519.sha256(signed)));
  }

  /**
   * The next checkpoint.
   *
   * @param at when, by the ledger's clock, in whole milliseconds
   * @throws IllegalArgumentException if the head has no event that is not covered yet
   */
  public Checkpoint next(int partition, PartitionHead head, Instant at, SigningKey key) {
    if (head.events() <= covered) {
      throw new IllegalArgumentException(
          "a checkpoint of %d events cannot follow one of %d".formatted(head.events(), covered));
    }
    JournalPlace first = head.first().orElseThrow();
    JournalPlace last = head.last().orElseThrow();
    Checkpoint checkpoint = new Checkpoint();
    checkpoint.setPartition(partition);
    checkpoint.setNumber(number + 1);
    checkpoint.setEvents(head.events());
    checkpoint.setHead(head.value());
    checkpoint.setPrevious(hash);
    checkpoint.setAtMs(at.toEpochMilli());
    checkpoint.setFirstOperation(first.operationId());
    checkpoint.setFirstSequence(first.sequence());
    checkpoint.setLastOperation(last.operationId());
    checkpoint.setLastSequence(last.sequence());
    checkpoint.setSignature(
        key.sign(SignedJson.CHECKPOINT.bytes(CheckpointJson.render(checkpoint))));
    return checkpoint;
  }
}
