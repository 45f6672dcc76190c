package io.onefold.processor.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.codec.ReceiptCodec;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationState.Final;
import io.onefold.schema.Approval;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.Receipt;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

  /** The receipt as JSON. */
  public static ObjectNode render(Receipt receipt) {
    ObjectNode json = Json.object();
    json.put("operationId", receipt.getOperationId());
    json.put("outcome", receipt.getOutcome());
    json.put("resolution", receipt.getResolution());
    json.put("reason", receipt.getReason());
    json.put("message", receipt.getMessage());
    json.put("payloadHash", receipt.getPayloadHash());
    json.put("bodyHash", receipt.getBodyHash());
    json.put("observedHash", receipt.getObservedHash());
    json.set("normalisers", Json.texts(receipt.getNormalisers()));
    json.set("destination", AvroView.destination(receipt.getDestination()));
    json.put("providerId", receipt.getProviderId());
    json.put("publicUrl", receipt.getPublicUrl());
    json.set("readback", readback(receipt.getReadback()));
    json.put("owner", receipt.getOwner());
    Approval decision = receipt.getPolicyDecision();
    json.set("policyDecision", decision == null ? null : AvroView.approval(decision));
    json.put("evidence", receipt.getEvidence());
    json.set("attempts", AvroView.attempts(receipt.getAttempts()));
    json.put("reviewer", receipt.getReviewer());
    json.put("reviewReason", receipt.getReviewReason());
    Json.putMillis(json, "issuedAt", receipt.getIssuedAtMs());
    json.put("journalSequence", receipt.getJournalSequence());
    json.put("chain", receipt.getChain());
    return json;
  }

  private static @Nullable ObjectNode readback(@Nullable ReadbackObservation seen) {
    if (seen == null) {
      return null;
    }
    ObjectNode json = Json.object();
    Json.putMillis(json, "at", seen.getObservedAtMs());
    json.put("method", seen.getMethod());
    json.put("result", seen.getResult());
    json.put("detail", seen.getDetail());
    json.put("message", seen.getMessage());
    return json;
  }
}
