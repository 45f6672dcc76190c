package io.onefold.processor.rebuild;

import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationEvent;

/** Sees each event of a journal take effect. */
interface FoldListener {
  /** The event led from one stored operation to the other; payloads are empty in both. */
  void evolved(StoredOperation before, OperationEvent event, StoredOperation after);
}
