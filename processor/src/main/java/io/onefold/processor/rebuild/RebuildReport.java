package io.onefold.processor.rebuild;

import java.time.Duration;
import java.util.List;

/**
 * What a rebuild did, or would do.
 *
 * @param written false after a dry run
 * @param partitions number of partitions
 * @param events number of events in the journal
 * @param operations number of stored operations, tombstones included
 * @param open number of those that have not ended
 * @param signatures number of receipts that were signed, and of which the state knows it again
 * @param workers number of workers whose newest life is known
 * @param created state topics that did not exist
 * @param rereading inputs that are read again from an earlier record than needed, because the
 *     journal names offsets of another cluster
 * @param took time it took
 */
public record RebuildReport(
    boolean written,
    int partitions,
    long events,
    long operations,
    long open,
    long signatures,
    long workers,
    List<String> created,
    List<String> rereading,
    Duration took) {
  public RebuildReport {
    created = List.copyOf(created);
    rereading = List.copyOf(rereading);
  }

  /** The same after all of it was written. */
  RebuildReport whenWritten(Duration inAll) {
    return new RebuildReport(
        true, partitions, events, operations, open, signatures, workers, created, rereading, inAll);
  }
}
