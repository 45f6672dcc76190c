package io.onefold.topology;

import io.onefold.operation.OperationInput;
import io.onefold.operation.Worker;
import io.onefold.suspension.DestinationControl;
import io.onefold.suspension.Request;
import java.util.Optional;

/** What a record means for this partition. */
sealed interface Inbound {
  /** Something happened to one operation. */
  record ToOperation(String operationId, OperationInput input) implements Inbound {}

  /** A worker asks for an attempt; whether it still lives is looked up. */
  record Claim(String operationId, OperationInput.ClaimRequested asIfAlive) implements Inbound {}

  /** Something is asked of the control of a destination whose home this partition is. */
  record ToControl(String destination, Request request) implements Inbound {}

  /**
   * The control of a destination has decided.
   *
   * @param chain of the event that told it: 64 lower-case hex digits
   */
  record ControlNews(DestinationControl control, String chain) implements Inbound {}

  /** A worker began a life; every older one is over. */
  record WorkerLife(Worker worker, Optional<String> fencedBecause) implements Inbound {}
}
