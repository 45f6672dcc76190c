package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.OperationId;
import io.onefold.schema.PayloadErased;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The wish to erase a payload, as the body of a request.
 *
 * @param by as the body names it
 * @param unfinished true: also of an operation that has not ended
 */
record ErasureJson(String operationId, String reason, Optional<String> by, boolean unfinished) {
  static final int MOST_BYTES = 16 * 1024;

  private static final int LONGEST_TEXT = 1000;
  private static final List<String> FIELDS = List.of("operationId", "reason", "by", "unfinished");

  /**
   * Reads the wish.
   *
   * @throws ProblemException naming the field, what is wrong and what is allowed
   */
  static ErasureJson parse(byte[] body) {
    JsonNode json = read(body);
    StrictObject object = new StrictObject(json, ProblemType.BAD_REQUEST).allowing(FIELDS);
    JsonNode unfinished = json.path("unfinished");
    if (!unfinished.isMissingNode() && !unfinished.isBoolean()) {
      throw bad("unfinished", "unfinished is " + unfinished + "; allowed are true and false");
    }
    return new ErasureJson(
        operationId(json),
        object.reason(LONGEST_TEXT),
        object.text("by", LONGEST_TEXT),
        unfinished.asBoolean(false));
  }

  /** The note that stays. */
  static ObjectNode render(String operationId, PayloadErased note) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("operationId", operationId)
        .put("by", note.getBy())
        .put("reason", note.getReason())
        .put("at", Instant.ofEpochMilli(note.getAtMs()).toString());
  }

  private static JsonNode read(byte[] body) {
    try {
      JsonNode json = StrictObject.JSON.readTree(body);
      if (json != null && json.isObject()) {
        return json;
      }
    } catch (IOException e) {
      // Said below, like everything that is no object.
    }
    throw bad("request", "the body must be a JSON object with " + String.join(", ", FIELDS));
  }

  private static String operationId(JsonNode json) {
    try {
      return OperationId.parse(json.path("operationId").asText("")).value();
    } catch (IllegalArgumentException e) {
      throw bad("operationId", String.valueOf(e.getMessage()));
    }
  }

  private static ProblemException bad(String field, String message) {
    return Problem.of(ProblemType.BAD_REQUEST, field, message).exception();
  }
}
