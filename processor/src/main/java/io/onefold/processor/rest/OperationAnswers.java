package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.Gate;
import io.onefold.operation.OperationState.Ready;
import io.onefold.processor.store.OperationStore;
import io.onefold.processor.view.OperationView;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Operations that this instance holds, as answers. Thread-safe. */
@Singleton
final class OperationAnswers {
  private final OperationStore store;

  OperationAnswers(OperationStore store) {
    this.store = store;
  }

  /** The operation if it exists. */
  Optional<StoredOperation> find(String operationId) {
    return store.find(operationId).filter(Intake::exists);
  }

  /**
   * The operation.
   *
   * @throws ProblemException if it does not exist
   */
  StoredOperation get(String operationId) {
    return find(operationId).orElseThrow(() -> unknown(operationId));
  }

  ObjectNode render(StoredOperation stored) {
    return OperationView.render(stored, heldBecause(stored));
  }

  /** Why it is not attempted now, although nothing else is missing. */
  private Optional<String> heldBecause(StoredOperation stored) {
    if (!(stored.state() instanceof Ready ready)) {
      return Optional.empty();
    }
    String id = ready.operationId();
    String destination = ready.operation().intent().destination();
    return store.destination(destination, id).gate(id) instanceof Gate.Held held
        ? Optional.of(held.because())
        : Optional.empty();
  }

  static ProblemException unknown(String operationId) {
    return Problem.of(
            ProblemType.UNKNOWN_OPERATION,
            "operationId",
            "the ledger knows no operation '" + operationId + "'")
        .exception();
  }
}
