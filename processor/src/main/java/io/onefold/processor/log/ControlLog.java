package io.onefold.processor.log;

import io.onefold.operation.Origin;
import io.onefold.schema.DestinationEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What the controls of destinations decide, read one destination at a time. Thread-safe. */
public interface ControlLog {
  /**
   * The events of a destination, in order; calls block.
   *
   * @param untilSequence number of the newest event that is wanted, from 1
   * @throws LogUnavailableException if they could not be read in time
   */
  List<DestinationEvent> events(String destination, long untilSequence);

  /** The events that come from now on. */
  Tail tail(String destination);

  /** The events of one destination after a moment; to be closed by whoever asked. */
  interface Tail extends AutoCloseable {
    /**
     * The event that this request caused; empty if it did not come in time.
     *
     * @param cause where the request stands
     */
    Optional<DestinationEvent> causedBy(Origin cause, Duration atMost);

    @Override
    void close();
  }
}
