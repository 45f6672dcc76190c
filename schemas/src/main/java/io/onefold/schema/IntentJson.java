package io.onefold.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.InvalidIntentException.Kind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An intent as JSON: one line of NDJSON, or the body of a submission.
 *
 * <p>Reading is strict: unknown fields, repeated fields, other types and values that would have to
 * be changed are refused. Instances are immutable and may be shared between threads.
 */
public final class IntentJson {
  private static final List<String> FIELDS =
      List.of(
          "operationId",
          "destination",
          "account",
          "environment",
          "action",
          "payload",
          "payloadText",
          "payloadBase64",
          "contentType",
          "approval",
          "owner",
          "notBefore",
          "expiresAt",
          "attributes",
          "issuedAt");

  private static final List<String> APPROVAL_FIELDS =
      List.of("policy", "decision", "by", "at", "payloadHash");

  /** Each payload byte takes at most six in JSON, as in {@code \\u0009}. */
  private static final int LONGEST_ESCAPE = 6;

  /** More than all other fields of a valid intent can take. */
  private static final int OTHER_FIELDS_BYTES = 512 * 1024;

  private final int maxPayloadBytes;

  /** Takes payloads of up to {@link IntentRules#DEFAULT_MAX_PAYLOAD_BYTES}. */
  public IntentJson() {
    this(IntentRules.DEFAULT_MAX_PAYLOAD_BYTES);
  }

  /**
   * Takes payloads of up to this size.
   *
   * @param maxPayloadBytes the limit of a payload in bytes, for JSON in its canonical form; at
   *     least 1
   * @throws IllegalArgumentException if the limit is below 1
   */
  public IntentJson(int maxPayloadBytes) {
    if (maxPayloadBytes < 1) {
      throw new IllegalArgumentException(
          "the payload limit is " + maxPayloadBytes + " bytes; it must be at least 1");
    }
    this.maxPayloadBytes = maxPayloadBytes;
  }

  /**
   * Reads one intent. A time finer than a millisecond is cut.
   *
   * @param json UTF-8 without a byte order mark
   * @throws InvalidIntentException naming the field, what is wrong and what is allowed
   */
  public Intent parse(byte[] json) {
    long most = (long) LONGEST_ESCAPE * maxPayloadBytes + OTHER_FIELDS_BYTES;
    if (json.length > most) {
      throw new InvalidIntentException(
          Kind.TOO_LARGE,
          InvalidIntentException.WHOLE,
          "is "
              + json.length
              + " bytes large; its payload may have at most "
              + maxPayloadBytes
              + " bytes");
    }
    JsonNode root = read(json);
    if (!root.isObject()) {
      throw new InvalidIntentException(
          Kind.NOT_AN_OBJECT,
          InvalidIntentException.WHOLE,
          "must be a JSON object, but is " + JsonFields.typeOf(root));
    }
    JsonFields fields = new JsonFields(root, "", FIELDS);
    fields.refuseUnknown();
    Intent intent = intent(fields);
    IntentRules.check(intent, maxPayloadBytes);
    return intent;
  }

  /** The intent as a JSON object that {@link #parse} reads back as an equal intent. */
  public ObjectNode render(Intent intent) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("operationId", intent.getOperationId());
    json.put("destination", intent.getDestination());
    json.put("account", intent.getAccount());
    json.put("environment", intent.getEnvironment());
    json.put("action", intent.getAction());
    PayloadJson.render(intent, json);
    if (intent.getApproval() != null) {
      json.set("approval", render(intent.getApproval()));
    }
    if (intent.getOwner() != null) {
      json.put("owner", intent.getOwner());
    }
    renderTime(json, "notBefore", intent.getNotBeforeMs());
    renderTime(json, "expiresAt", intent.getExpiresAtMs());
    if (!intent.getAttributes().isEmpty()) {
      ObjectNode attributes = json.putObject("attributes");
      new TreeMap<>(intent.getAttributes()).forEach(attributes::put);
    }
    renderTime(json, "issuedAt", intent.getIssuedAtMs());
    return json;
  }

  private static Intent intent(JsonFields fields) {
    Intent intent = new Intent();
    intent.setOperationId(fields.text("operationId"));
    intent.setDestination(fields.text("destination"));
    intent.setAccount(fields.text("account"));
    intent.setEnvironment(fields.text("environment"));
    intent.setAction(fields.text("action"));
    PayloadJson payload = PayloadJson.read(fields);
    intent.setPayload(payload.bytes());
    intent.setContentType(payload.contentType());
    fields.optionalObject("approval").map(IntentJson::approval).ifPresent(intent::setApproval);
    fields.optionalText("owner").ifPresent(intent::setOwner);
    fields.optionalTime("notBefore").ifPresent(intent::setNotBeforeMs);
    fields.optionalTime("expiresAt").ifPresent(intent::setExpiresAtMs);
    intent.setAttributes(
        fields.optionalObject("attributes").map(IntentJson::attributes).orElseGet(Map::of));
    fields.optionalTime("issuedAt").ifPresent(intent::setIssuedAtMs);
    return intent;
  }

  private static Approval approval(JsonNode json) {
    JsonFields fields = new JsonFields(json, "approval.", APPROVAL_FIELDS);
    fields.refuseUnknown();
    Approval approval = new Approval();
    approval.setPolicy(fields.text("policy"));
    approval.setDecision(fields.text("decision"));
    approval.setBy(fields.text("by"));
    approval.setAtMs(fields.time("at"));
    approval.setPayloadHash(fields.text("payloadHash"));
    return approval;
  }

  // Ordered by name, so that equal intents have equal bytes.
  private static Map<String, String> attributes(JsonNode json) {
    JsonFields fields = new JsonFields(json, "attributes.", List.of());
    Map<String, String> attributes = new TreeMap<>();
    json.fieldNames().forEachRemaining(name -> attributes.put(name, fields.text(name)));
    return attributes;
  }

  private static ObjectNode render(Approval approval) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("policy", approval.getPolicy());
    json.put("decision", approval.getDecision());
    json.put("by", approval.getBy());
    json.put("at", Rfc3339.format(approval.getAtMs()));
    json.put("payloadHash", approval.getPayloadHash());
    return json;
  }

  private static void renderTime(ObjectNode json, String field, @Nullable Long millis) {
    if (millis != null) {
      json.put(field, Rfc3339.format(millis));
    }
  }

  private static JsonNode read(byte[] json) {
    try {
      return StrictJson.read(json);
    } catch (InvalidJsonException e) {
      throw switch (e.kind()) {
        case NOT_UTF8 -> whole(Kind.NOT_UTF8, e);
        case BROKEN, NOT_EXACT -> whole(Kind.BROKEN_JSON, e);
        case TRAILING_CONTENT -> whole(Kind.TRAILING_CONTENT, e);
        case DUPLICATE_KEY ->
            new InvalidIntentException(
                Kind.DUPLICATE_FIELD, fieldAt(e.pointer()), "is not usable: " + e.getMessage());
      };
    }
  }

  private static InvalidIntentException whole(Kind kind, InvalidJsonException e) {
    return new InvalidIntentException(kind, InvalidIntentException.WHOLE, e.getMessage());
  }

  /** Places inside the payload keep their slashes, because its keys may hold any character. */
  private static String fieldAt(String pointer) {
    String path = pointer.isEmpty() ? InvalidIntentException.WHOLE : pointer.substring(1);
    return path.startsWith("payload/") ? path : path.replace('/', '.');
  }
}
