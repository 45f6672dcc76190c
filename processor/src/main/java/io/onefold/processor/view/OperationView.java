package io.onefold.processor.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.Attempt;
import io.onefold.operation.Concern;
import io.onefold.operation.DestinationPolicy;
import io.onefold.operation.Ending;
import io.onefold.operation.Operation;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.Questions;
import io.onefold.operation.ReadbackLog;
import io.onefold.operation.Reason;
import io.onefold.operation.RenderedBody;
import io.onefold.operation.StateName;
import io.onefold.schema.signing.ReceiptJson;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Operations. */
public final class OperationView {
  private OperationView() {}

  /**
   * The operation as JSON.
   *
   * @param heldBecause why its destination takes no attempt of it now
   * @throws IllegalArgumentException if nothing was ever asked for under this ID
   */
  public static ObjectNode render(StoredOperation stored, Optional<String> heldBecause) {
    ObjectNode json =
        switch (stored.state()) {
          case Absent absent ->
              throw new IllegalArgumentException("nothing is known of " + absent.operationId());
          case Forgotten forgotten -> forgotten(forgotten);
          case Known known -> known(known, heldBecause);
        };
    json.set("receipt", ReceiptView.receipt(stored).map(ReceiptJson::render).orElse(null));
    json.put("firstEventAt", Instant.ofEpochMilli(stored.firstEventAtMs()).toString());
    json.put("lastEventAt", Instant.ofEpochMilli(stored.lastEventAtMs()).toString());
    return json;
  }

  private static ObjectNode known(Known state, Optional<String> heldBecause) {
    Operation op = state.operation();
    ObjectNode json = head(op.id(), StateName.of(state).name(), op.sequence());
    json.put("token", op.attempts().token());
    json.set("destination", destination(op));
    json.put("action", op.intent().action());
    json.put("payloadHash", op.intent().payloadHash());
    Json.put(json, "bodyHash", op.body().map(RenderedBody::hash));
    Json.put(json, "owner", op.intent().owner());
    putReason(json, state);
    json.set("attempts", attempts(op.attempts().entries()));
    json.set("readbacks", readbacks(op.readbacks().entries()));
    NextStep.of(state, heldBecause)
        .ifPresentOrElse(
            next -> {
              ObjectNode step = json.putObject("next").put("what", next.what());
              Json.putTime(step, "at", next.at());
            },
            () -> json.putNull("next"));
    return json;
  }

  private static ObjectNode forgotten(Forgotten state) {
    ObjectNode json = head(state.operationId(), endState(state.outcome()), state.sequence());
    json.put("forgotten", true);
    json.put("token", 0);
    json.set("destination", Json.object().put("id", state.destination()));
    json.put("payloadHash", state.payloadHash());
    json.putNull("bodyHash");
    json.putNull("owner");
    putConcern(json, state.notice());
    json.putArray("attempts");
    json.putArray("readbacks");
    json.putNull("next");
    Json.put(json, "providerId", state.providerId());
    Json.putTime(json, "endedAt", state.endedAt());
    json.put("receiptSequence", state.receiptSequence());
    return json;
  }

  /** The state that an outcome stood for before all but its tombstone was forgotten. */
  public static String endState(Ending.Outcome outcome) {
    return switch (outcome) {
      case VERIFIED -> StateName.VERIFIED.name();
      case REJECTED -> StateName.REJECTED.name();
      case RESOLVED_DONE, RESOLVED_NOT_DONE, RESOLVED_UNKNOWN -> StateName.RESOLVED.name();
    };
  }

  private static ObjectNode head(String id, String state, long sequence) {
    return Json.object().put("operationId", id).put("state", state).put("sequence", sequence);
  }

  private static ObjectNode destination(Operation op) {
    return Json.destination(
        op.intent().destination(),
        op.policy().map(DestinationPolicy::connector).orElse(""),
        op.intent().account(),
        op.intent().environment());
  }

  // A refusal that ended the operation says more about it than a notice that came later.
  private static void putReason(ObjectNode json, Known state) {
    Optional<Reason> ended = state instanceof Final end ? end.ending().reason() : Optional.empty();
    if (ended.isPresent()) {
      json.put("reason", ended.get().name());
      json.put("firstBrokenStage", ended.get().stage().name());
      json.put("message", ((Final) state).ending().text());
    } else {
      putConcern(json, Questions.open(state));
    }
  }

  private static void putConcern(ObjectNode json, Optional<Concern> concern) {
    Json.put(json, "reason", concern.map(c -> c.reason().name()));
    Json.put(json, "firstBrokenStage", concern.map(c -> c.stage().name()));
    Json.put(json, "message", concern.map(Concern::text));
  }

  private static ArrayNode attempts(List<Attempt> attempts) {
    ArrayNode array = Json.array();
    for (Attempt attempt : attempts) {
      ObjectNode json = array.addObject();
      json.put("token", attempt.token());
      json.put("claimId", attempt.claimId());
      json.put("worker", attempt.worker().id() + "/" + attempt.worker().incarnation());
      Json.putTime(json, "startedAt", attempt.startedAt());
      Json.putTime(json, "endedAt", attempt.endedAt());
      Json.put(json, "idempotencyKey", attempt.idempotencyKey());
      Json.put(json, "result", attempt.result().map(Enum::name));
      json.put("detail", attempt.detail().name());
      json.put("message", attempt.message());
    }
    return array;
  }

  private static ArrayNode readbacks(List<ReadbackLog.Entry> readbacks) {
    ArrayNode array = Json.array();
    for (ReadbackLog.Entry entry : readbacks) {
      ObjectNode json = array.addObject();
      json.put("number", entry.number());
      json.put("token", entry.token());
      Json.putTime(json, "issuedAt", entry.issuedAt());
      Json.putTime(json, "observedAt", entry.observation().map(o -> o.observedAt()));
      Json.put(json, "method", entry.observation().map(o -> o.method()));
      Json.put(json, "result", entry.observation().map(o -> o.result().name()));
      Json.put(json, "detail", entry.observation().map(o -> o.kind().name()));
      Json.put(json, "message", entry.observation().map(o -> o.message()));
    }
    return array;
  }
}
