package io.onefold.codec;

import io.onefold.codec.StoredOperation.ReceiptMark;
import io.onefold.operation.Concern;
import io.onefold.operation.Ending;
import io.onefold.operation.Operation;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Claimed;
import io.onefold.operation.OperationState.CommitUnknown;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.operation.OperationState.Ready;
import io.onefold.operation.OperationState.Rejected;
import io.onefold.operation.OperationState.Resolved;
import io.onefold.operation.OperationState.Unresolved;
import io.onefold.operation.OperationState.Verified;
import io.onefold.operation.StateName;
import java.util.Optional;

/** Stored operations in a given state with arbitrary content. */
final class StoredSamples {
  private StoredSamples() {}

  static OperationState state(StateName name, Arbitrary arbitrary) {
    Operation op = operation(arbitrary);
    return switch (name) {
      case ABSENT -> arbitrary.any(Absent.class);
      case FORGOTTEN -> arbitrary.any(Forgotten.class);
      case READY -> new Ready(op, arbitrary.any(Ready.class).offered());
      case CLAIMED -> new Claimed(op);
      case COMMIT_UNKNOWN -> new CommitUnknown(op);
      case UNRESOLVED -> new Unresolved(op, arbitrary.any(Concern.class));
      case VERIFIED -> new Verified(op, arbitrary.any(Ending.class));
      case REJECTED -> new Rejected(op, arbitrary.any(Ending.class));
      case RESOLVED -> new Resolved(op, arbitrary.any(Ending.class));
    };
  }

  /** What was admitted or granted has rules. */
  private static Operation operation(Arbitrary arbitrary) {
    Operation op = arbitrary.any(Operation.class);
    while (op.policy().isEmpty() && (op.admitted() || !op.attempts().neverGranted())) {
      op = arbitrary.any(Operation.class);
    }
    return op;
  }

  static StoredOperation stored(OperationState state, Arbitrary arbitrary) {
    StoredOperation any = arbitrary.any(StoredOperation.class);
    return new StoredOperation(
        state,
        arbitrary.chain(),
        any.firstEventAtMs(),
        any.lastEventAtMs(),
        any.scheduledAtMs(),
        state instanceof Final
            ? Optional.of(
                new ReceiptMark(
                    any.firstEventAtMs(),
                    arbitrary.chain(),
                    arbitrary.any(ReceiptMark.class).signature()))
            : Optional.empty());
  }
}
