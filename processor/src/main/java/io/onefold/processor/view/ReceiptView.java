package io.onefold.processor.view;

import io.onefold.codec.ReceiptCodec;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationState.Final;
import io.onefold.schema.Receipt;
import java.util.Optional;

/** Receipts. */
public final class ReceiptView {
  private ReceiptView() {}

  /**
   * The receipt as the ledger published it; empty while the operation has not ended, or if all but
   * its tombstone is forgotten.
   */
  public static Optional<Receipt> receipt(StoredOperation stored) {
    return stored.state() instanceof Final end
        ? stored.receipt().map(mark -> ReceiptCodec.receipt(end, mark))
        : Optional.empty();
  }
}
