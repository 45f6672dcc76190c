package io.onefold.schema.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.CanonicalJson;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The bytes that are signed: a line that says what it is, then the canonical JSON (RFC 8785)
 * without its signature and without members that are null.
 */
enum SignedJson {
  /** A receipt. */
  RECEIPT("onefold-receipt-v1\n"),
  /** A checkpoint. */
  CHECKPOINT("onefold-checkpoint-v1\n");

  /** The member that holds the signature. */
  static final String SIGNATURE = "signature";

  private final String title;

  SignedJson(String title) {
    this.title = title;
  }

  /**
   * The bytes to sign, or to check.
   *
   * @throws io.onefold.schema.InvalidJsonException if the JSON cannot be carried exactly
   */
  byte[] bytes(ObjectNode json) {
    ObjectNode signed = withoutNulls(json);
    signed.remove(SIGNATURE);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(title.getBytes(StandardCharsets.UTF_8));
    out.writeBytes(CanonicalJson.bytesOf(signed));
    return out.toByteArray();
  }

  private static ObjectNode withoutNulls(ObjectNode json) {
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    json.properties().stream()
        .filter(member -> !member.getValue().isNull())
        .forEach(member -> kept.set(member.getKey(), withoutNulls(member.getValue())));
    return kept;
  }

  private static JsonNode withoutNulls(JsonNode json) {
    if (json instanceof ObjectNode object) {
      return withoutNulls(object);
    }
    if (json instanceof ArrayNode array) {
      ArrayNode kept = JsonNodeFactory.instance.arrayNode();
      array.forEach(item -> kept.add(withoutNulls(item)));
      return kept;
    }
    return json;
  }
}
