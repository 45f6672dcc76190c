package io.onefold.standalone.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.PayloadHash;
import java.time.Instant;

/** Approved intents as JSON. */
final class Intents {
  private Intents() {}

  /** An item with this text. */
  static ObjectNode of(String destination, String operation, String text) {
    return of(destination, operation, payload(operation, text));
  }

  /** An item with this content, approved as it is. */
  static ObjectNode of(String destination, String operation, JsonNode payload) {
    ObjectNode intent = JsonNodeFactory.instance.objectNode();
    intent.put("operationId", operation);
    intent.put("destination", destination);
    intent.put("account", "acme");
    intent.put("environment", "live");
    intent.put("action", "publish");
    intent.set("payload", payload);
    intent
        .putObject("approval")
        .put("policy", "cases-v1")
        .put("decision", "APPROVED")
        .put("by", "j.doe")
        .put("at", Instant.now().toString())
        .put("payloadHash", PayloadHash.ofJson(payload).value());
    intent.put("owner", "case-owner");
    return intent;
  }

  /** The content of an item that carries the operation as its reference. */
  static ObjectNode payload(String operation, String text) {
    return JsonNodeFactory.instance.objectNode().put("ref", operation).put("text", text);
  }
}
