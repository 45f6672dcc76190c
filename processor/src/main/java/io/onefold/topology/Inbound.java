package io.onefold.topology;

import io.onefold.operation.OperationInput;
import io.onefold.operation.Worker;
import java.util.Optional;

/** What a record means for this partition. */
sealed interface Inbound {
  /** Something happened to one operation. */
  record ToOperation(String operationId, OperationInput input) implements Inbound {}

  /** A worker asks for an attempt; whether it still lives is looked up. */
  record Claim(String operationId, OperationInput.ClaimRequested asIfAlive) implements Inbound {}

  /** A worker began a life; every older one is over. */
  record WorkerLife(Worker worker, Optional<String> fencedBecause) implements Inbound {}
}
