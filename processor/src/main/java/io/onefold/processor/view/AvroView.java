package io.onefold.processor.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.Approval;
import io.onefold.schema.AttemptRecord;
import io.onefold.schema.DestinationRef;
import io.onefold.schema.ReadbackObservation;
import java.util.List;

/** Parts that several records have. */
final class AvroView {
  private AvroView() {}

  static ObjectNode destination(DestinationRef ref) {
    return Json.destination(
        ref.getId(), ref.getConnector(), ref.getAccount(), ref.getEnvironment());
  }

  static ObjectNode approval(Approval approval) {
    ObjectNode json = Json.object();
    json.put("policy", approval.getPolicy());
    json.put("decision", approval.getDecision());
    json.put("by", approval.getBy());
    Json.putMillis(json, "at", approval.getAtMs());
    json.put("payloadHash", approval.getPayloadHash());
    return json;
  }

  static ArrayNode attempts(List<AttemptRecord> attempts) {
    ArrayNode array = Json.array();
    for (AttemptRecord attempt : attempts) {
      ObjectNode json = array.addObject();
      json.put("token", attempt.getToken());
      json.put("claimId", attempt.getClaimId());
      json.put("worker", attempt.getWorker());
      Json.putMillis(json, "startedAt", attempt.getStartedAtMs());
      Json.putMillis(json, "endedAt", attempt.getEndedAtMs());
      json.put("idempotencyKey", attempt.getIdempotencyKey());
      json.put("result", attempt.getResult());
      json.put("detail", attempt.getDetail());
      json.put("message", attempt.getMessage());
    }
    return array;
  }

  static ObjectNode observation(ReadbackObservation seen) {
    ObjectNode json = Json.object();
    json.put("result", seen.getResult());
    json.put("detail", seen.getDetail());
    json.put("method", seen.getMethod());
    json.put("complete", seen.getComplete());
    json.put("matches", seen.getMatches());
    json.put("providerId", seen.getProviderId());
    json.put("publicUrl", seen.getPublicUrl());
    json.put("observedHash", seen.getObservedHash());
    json.set("normalisers", Json.texts(seen.getNormalisers()));
    json.put("message", seen.getMessage());
    Json.putMillis(json, "observedAt", seen.getObservedAtMs());
    return json;
  }
}
