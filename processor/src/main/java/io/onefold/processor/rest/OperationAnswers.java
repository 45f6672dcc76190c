package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micronaut.http.HttpRequest;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.Gate;
import io.onefold.operation.OperationState;
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
   * @throws ProblemException if it does not exist, or the caller may not have to do with its
   *     destination: such a caller is not told that it exists
   */
  StoredOperation get(HttpRequest<?> request, String operationId) {
    return find(operationId)
        .filter(stored -> Callers.of(request).covers(destinationOf(stored)))
        .orElseThrow(() -> unknown(operationId));
  }

  /** The destination of an operation; empty text if the operation does not exist. */
  static String destinationOf(StoredOperation stored) {
    return switch (stored.state()) {
      case OperationState.Known known -> known.operation().intent().destination();
      case OperationState.Forgotten forgotten -> forgotten.destination();
      case OperationState.Absent absent -> "";
    };
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
