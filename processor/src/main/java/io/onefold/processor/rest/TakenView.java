package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.operation.StateName;
import io.onefold.processor.rest.Intake.Taken;
import io.onefold.processor.view.OperationView;
import java.util.List;

/** The answer to a submitted intent. */
final class TakenView {
  private TakenView() {}

  static ObjectNode render(Taken taken) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("operationId", taken.operationId());
    json.put("disposition", taken.disposition().word().label());
    taken
        .operation()
        .ifPresent(
            stored ->
                json.put("state", stateOf(stored)).put("sequence", stored.state().sequence()));
    switch (taken.disposition().word()) {
      case CONFLICT -> {
        List<String> fields = taken.disposition().fields();
        ArrayNode array = json.putArray("fields");
        fields.forEach(array::add);
        json.put(
            "message",
            "the operation was asked for before with other content; this intent differs in "
                + String.join(", ", fields)
                + " and changes nothing");
      }
      case RECORDED ->
          json.put("message", "the intent is stored; the ledger has not decided about it yet");
      case ACCEPTED, DUPLICATE -> {}
    }
    return json;
  }

  static String stateOf(StoredOperation stored) {
    return stored.state() instanceof Forgotten forgotten
        ? OperationView.endState(forgotten.outcome())
        : StateName.of(stored.state()).name();
  }
}
