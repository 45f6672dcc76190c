package io.onefold.processor.rest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.OperationId;
import io.onefold.schema.PayloadErased;
import java.io.IOException;
import java.time.Instant;
import java.util.Iterator;
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

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  /**
   * Reads the wish.
   *
   * @throws ProblemException naming the field, what is wrong and what is allowed
   */
  static ErasureJson parse(byte[] body) {
    JsonNode json = read(body);
    for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!FIELDS.contains(name)) {
        throw bad(
            name,
            "there is no field '%s'; allowed are %s".formatted(name, String.join(", ", FIELDS)));
      }
    }
    JsonNode unfinished = json.path("unfinished");
    if (!unfinished.isMissingNode() && !unfinished.isBoolean()) {
      throw bad("unfinished", "unfinished is " + unfinished + "; allowed are true and false");
    }
    return new ErasureJson(
        operationId(json),
        text(json, "reason")
            .orElseThrow(() -> bad("reason", "reason is missing; say why, in your own words")),
        text(json, "by"),
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
      JsonNode json = JSON.readTree(body);
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

  private static Optional<String> text(JsonNode json, String field) {
    JsonNode value = json.path(field);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isTextual()
        || value.textValue().isBlank()
        || value.textValue().length() > LONGEST_TEXT) {
      throw bad(
          field,
          "%s must be a text of 1 to %d characters that is not blank"
              .formatted(field, LONGEST_TEXT));
    }
    return Optional.of(value.textValue());
  }

  private static ProblemException bad(String field, String message) {
    return Problem.of(ProblemType.BAD_REQUEST, field, message).exception();
  }
}
