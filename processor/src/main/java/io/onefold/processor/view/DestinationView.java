package io.onefold.processor.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.codec.ControlCodec;
import io.onefold.destination.Destination;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRequest;
import io.onefold.suspension.DestinationControl;
import io.onefold.suspension.Phase;
import io.onefold.suspension.Suspension;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;

/** Destinations, and the events of their controls. */
public final class DestinationView {
  private DestinationView() {}

  /**
   * A destination as JSON.
   *
   * @param contract empty if this ledger holds none of that name any more
   */
  public static ObjectNode render(DestinationControl control, Optional<Destination> contract) {
    ObjectNode json = Json.object();
    json.put("name", control.destination());
    Json.put(json, "connector", contract.map(Destination::connector));
    Json.put(json, "account", contract.map(Destination::account));
    Json.put(json, "environment", contract.map(Destination::environment));
    putControl(json, control);
    return json;
  }

  private static void putControl(ObjectNode json, DestinationControl control) {
    json.put("state", control.phase().nameOf().name());
    json.put("sequence", control.sequence());
    Optional<Suspension> why = control.phase().whyNotOpen();
    if (why.isPresent()) {
      json.set("suspension", suspension(why.get()));
    } else {
      json.putNull("suspension");
    }
    if (control.phase() instanceof Phase.Testing testing) {
      ObjectNode test = json.putObject("test");
      test.put("operationId", testing.operationId());
      test.put("by", testing.by());
      Json.putTime(test, "since", testing.since());
    } else {
      json.putNull("test");
    }
  }

  private static ObjectNode suspension(Suspension why) {
    ObjectNode json = Json.object();
    json.put("reason", why.why().name());
    json.put("message", why.text());
    Json.put(json, "by", why.by());
    Json.put(json, "operationId", why.operationId());
    Json.putTime(json, "since", why.since());
    Json.put(json, "lastTest", why.lastTest());
    return json;
  }

  /** An event as JSON. */
  public static ObjectNode render(String destination, DestinationEvent event) {
    ObjectNode json = Json.object();
    json.put("name", destination);
    json.put("sequence", event.getSequence());
    Json.putMillis(json, "at", event.getAtMs());
    json.putObject("cause")
        .put("source", event.getCause().getSource())
        .put("partition", event.getCause().getPartition())
        .put("offset", event.getCause().getOffset());
    json.set("request", request(event.getRequest()));
    json.put("conclusion", event.getConclusion());
    json.put("text", event.getText());
    putControl(json, ControlCodec.control(destination, event.getSequence(), event.getState()));
    json.put("chain", hex(event.getChain()));
    return json;
  }

  private static ObjectNode request(DestinationRequest request) {
    ObjectNode json = Json.object();
    json.put("kind", request.getKind());
    putUnlessEmpty(json, "operationId", request.getOperationId());
    putUnlessEmpty(json, "reason", request.getReason());
    putUnlessEmpty(json, "text", request.getText());
    putUnlessEmpty(json, "by", request.getBy());
    if (request.getPartition() >= 0) {
      json.put("partition", request.getPartition()).put("number", request.getNumber());
    }
    if (request.getSequence() != null) {
      json.put("basedOn", request.getSequence());
    }
    Json.putMillis(json, "askedAt", request.getAskedAtMs());
    return json;
  }

  private static void putUnlessEmpty(ObjectNode json, String name, String value) {
    if (!value.isEmpty()) {
      json.put(name, value);
    }
  }

  private static String hex(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return HexFormat.of().formatHex(copy);
  }
}
