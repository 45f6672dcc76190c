package io.onefold.schema.signing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.Approval;
import io.onefold.schema.AttemptRecord;
import io.onefold.schema.DestinationRef;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.Receipt;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one JSON form of a receipt: what REST and the command line show, and what is signed. Strings,
 * whole numbers, booleans, arrays and objects alone; an absent value is a null.
 */
public final class ReceiptJson {
  private ReceiptJson() {}

  /** The receipt, with its signature where it has one. */
  public static ObjectNode render(Receipt receipt) {
    ObjectNode json = object();
    json.put("operationId", receipt.getOperationId());
    json.put("outcome", receipt.getOutcome());
    json.put("resolution", receipt.getResolution());
    json.put("reason", receipt.getReason());
    json.put("message", receipt.getMessage());
    json.put("payloadHash", receipt.getPayloadHash());
    json.put("bodyHash", receipt.getBodyHash());
    json.put("observedHash", receipt.getObservedHash());
    receipt.getNormalisers().forEach(json.putArray("normalisers")::add);
    json.set("destination", destination(receipt.getDestination()));
    json.put("providerId", receipt.getProviderId());
    json.put("publicUrl", receipt.getPublicUrl());
    json.set("readback", readback(receipt.getReadback()));
    json.put("owner", receipt.getOwner());
    Approval decision = receipt.getPolicyDecision();
    json.set("policyDecision", decision == null ? null : approval(decision));
    json.put("evidence", receipt.getEvidence());
    json.set("attempts", attempts(receipt.getAttempts()));
    json.put("reviewer", receipt.getReviewer());
    json.put("reviewReason", receipt.getReviewReason());
    json.put("issuedAt", time(receipt.getIssuedAtMs()));
    json.put("journalSequence", receipt.getJournalSequence());
    json.put("chain", receipt.getChain());
    json.set(SignedJson.SIGNATURE, SignatureJson.render(receipt.getSignature()));
    return json;
  }

  /** The destination that an operation was for. */
  public static ObjectNode destination(DestinationRef ref) {
    return object()
        .put("id", ref.getId())
        .put("connector", ref.getConnector())
        .put("account", ref.getAccount())
        .put("environment", ref.getEnvironment());
  }

  /** The decision behind an intent. */
  public static ObjectNode approval(Approval approval) {
    return object()
        .put("policy", approval.getPolicy())
        .put("decision", approval.getDecision())
        .put("by", approval.getBy())
        .put("at", time(approval.getAtMs()))
        .put("payloadHash", approval.getPayloadHash());
  }

  /** The attempts of an operation. */
  public static ArrayNode attempts(List<AttemptRecord> attempts) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (AttemptRecord attempt : attempts) {
      array
          .addObject()
          .put("token", attempt.getToken())
          .put("claimId", attempt.getClaimId())
          .put("worker", attempt.getWorker())
          .put("startedAt", time(attempt.getStartedAtMs()))
          .put("endedAt", time(attempt.getEndedAtMs()))
          .put("idempotencyKey", attempt.getIdempotencyKey())
          .put("result", attempt.getResult())
          .put("detail", attempt.getDetail())
          .put("message", attempt.getMessage());
    }
    return array;
  }

  private static @Nullable ObjectNode readback(@Nullable ReadbackObservation seen) {
    if (seen == null) {
      return null;
    }
    ObjectNode json =
        object()
            .put("at", time(seen.getObservedAtMs()))
            .put("method", seen.getMethod())
            .put("result", seen.getResult())
            .put("detail", seen.getDetail())
            .put("complete", seen.getComplete())
            .put("matches", seen.getMatches())
            .put("providerId", seen.getProviderId())
            .put("publicUrl", seen.getPublicUrl())
            .put("observedHash", seen.getObservedHash())
            .put("message", seen.getMessage());
    seen.getNormalisers().forEach(json.putArray("normalisers")::add);
    return json;
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static @Nullable String time(@Nullable Long millis) {
    return millis == null ? null : Instant.ofEpochMilli(millis).toString();
  }
}
