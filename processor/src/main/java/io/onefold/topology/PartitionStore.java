package io.onefold.topology;

import io.onefold.codec.StoredDestination;
import io.onefold.codec.StoredHead;
import io.onefold.codec.StoredOperation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one partition of the ledger remembers. Whoever implements it makes sure that all changes of
 * one input, all that it sent and its position in the log are kept together or not at all. Used by
 * one thread at a time.
 */
public interface PartitionStore {
  /** An operation; null if nothing is stored under this ID. */
  @Nullable StoredOperation operation(String operationId);

  /** Stores an operation under its ID. */
  void keep(StoredOperation operation);

  /** The newest life of a worker that is known; null if none is. */
  @Nullable Long newestLife(String workerId);

  /** Stores the newest life of a worker. */
  void keepLife(String workerId, long incarnation);

  /** Every destination of which something is stored: those that were ever suspended. */
  List<StoredDestination> destinations();

  /** Stores a destination under its name. */
  void keep(StoredDestination destination);

  /** How far the partition's journal has come. */
  StoredHead head();

  /** Stores how far the journal has come. Called with every event; only the last value counts. */
  void keep(StoredHead head);

  /** Which operation is to be looked at when. */
  SortedKeys timers();
}
