package io.onefold.processor.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.Escalation;
import io.onefold.schema.signing.ReceiptJson;

/** Escalations. */
public final class EscalationView {
  private EscalationView() {}

  /** The escalation as JSON. */
  public static ObjectNode render(Escalation escalation) {
    ObjectNode json = Json.object();
    json.put("operationId", escalation.getOperationId());
    json.put("escalationId", escalation.getEscalationId());
    json.put("status", escalation.getStatus());
    json.put("reason", escalation.getReason());
    json.put("firstBrokenStage", escalation.getFirstBrokenStage());
    json.put("known", escalation.getKnown());
    json.put("state", escalation.getState());
    json.set("destination", ReceiptJson.destination(escalation.getDestination()));
    json.put("payloadHash", escalation.getPayloadHash());
    json.set("attempts", ReceiptJson.attempts(escalation.getAttempts()));
    ArrayNode decisions = json.putArray("decisions");
    escalation
        .getDecisions()
        .forEach(
            decision ->
                decisions
                    .addObject()
                    .put("action", decision.getAction())
                    .put("effect", decision.getConsequence()));
    json.put("sequence", escalation.getSequence());
    json.put("owner", escalation.getOwner());
    Json.putMillis(json, "openedAt", escalation.getOpenedAtMs());
    Json.putMillis(json, "closedAt", escalation.getClosedAtMs());
    json.put("closedBy", escalation.getClosedBy());
    return json;
  }
}
