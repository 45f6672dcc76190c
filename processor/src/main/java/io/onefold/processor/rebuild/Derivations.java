package io.onefold.processor.rebuild;

import io.onefold.codec.EscalationCodec;
import io.onefold.codec.ReceiptCodec;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationEvent;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.Questions;
import io.onefold.processor.rebuild.FoldStore.Space;
import java.nio.charset.StandardCharsets;

/** Derives the receipts and the newest escalations of one partition while its journal is folded. */
final class Derivations implements FoldListener {
  private final FoldStore store;
  private final int partition;
  private final CanonicalBytes bytes;
  private long receipts;

  Derivations(FoldStore store, int partition, CanonicalBytes bytes) {
    this.store = store;
    this.partition = partition;
    this.bytes = bytes;
  }

  @Override
  public void evolved(StoredOperation before, OperationEvent event, StoredOperation after) {
    byte[] key = event.operationId().getBytes(StandardCharsets.UTF_8);
    if (after.state() instanceof Final end && !(before.state() instanceof Final)) {
      store.put(
          Space.RECEIPTS,
          partition,
          key,
          bytes.of(ReceiptCodec.receipt(end, after.receipt().orElseThrow())));
      receipts++;
    }
    if (Questions.changed(before.state(), after.state())) {
      EscalationCodec.news(before.state(), event.input(), after.state())
          .ifPresent(news -> store.put(Space.ESCALATIONS, partition, key, bytes.of(news)));
    }
  }

  /** Number of receipts so far. */
  long receipts() {
    return receipts;
  }
}
