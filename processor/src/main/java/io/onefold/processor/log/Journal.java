package io.onefold.processor.log;

import io.onefold.operation.Origin;
import io.onefold.schema.OperationEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The event log, read one operation at a time. Thread-safe; calls block. */
public interface Journal {
  /**
   * The events of an operation, in order.
   *
   * @param fromMs the ledger's time of its first event, in milliseconds since 1970
   * @param untilSequence number of the newest event that is wanted
   * @throws LogUnavailableException if they could not be read in time
   */
  List<OperationEvent> events(String operationId, long fromMs, long untilSequence);

  /** The events that come from now on. */
  Tail tail(String operationId);

  /** The events of one operation after a moment; to be closed by whoever asked. */
  interface Tail extends AutoCloseable {
    /**
     * The event that this input caused; empty if it did not come in time.
     *
     * @param cause where the input stands
     */
    Optional<OperationEvent> causedBy(Origin cause, Duration atMost);

    @Override
    void close();
  }
}
