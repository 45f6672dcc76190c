package io.onefold.processor.rest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.onefold.schema.OperationId;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * A decision about a destination as the body of a request.
 *
 * @param operation the controlled test
 * @param sequence what the person looked at
 * @param reviewer as the body names it
 */
record ControlJson(
    String reason, Optional<String> operation, Optional<Long> sequence, Optional<String> reviewer) {
  static final int MOST_BYTES = 64 * 1024;
  static final List<String> SUSPEND = List.of("reason", "reviewer");
  static final List<String> RESUME = List.of("reason", "operation", "sequence", "reviewer");

  private static final int LONGEST_TEXT = 2000;

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  /**
   * Reads a decision.
   *
   * @param fields those that it may have
   * @throws ProblemException naming the field, what is wrong and what is allowed
   */
  static ControlJson parse(byte[] body, List<String> fields) {
    JsonNode json = read(body, fields);
    for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!fields.contains(name)) {
        throw bad(
            name,
            "there is no field '%s'; allowed are %s".formatted(name, String.join(", ", fields)));
      }
    }
    return new ControlJson(
        text(json, "reason")
            .orElseThrow(() -> bad("reason", "reason is missing; say why, in your own words")),
        text(json, "operation").map(ControlJson::operationId),
        sequence(json),
        text(json, "reviewer"));
  }

  private static JsonNode read(byte[] body, List<String> fields) {
    JsonNode json;
    try {
      json = JSON.readTree(body);
    } catch (IOException e) {
      throw bad("request", "the body is not JSON");
    }
    if (json == null || !json.isObject()) {
      throw bad("request", "the body must be a JSON object with " + String.join(", ", fields));
    }
    return json;
  }

  private static String operationId(String text) {
    try {
      return OperationId.parse(text).value();
    } catch (IllegalArgumentException e) {
      throw bad("operation", String.valueOf(e.getMessage()));
    }
  }

  private static Optional<Long> sequence(JsonNode json) {
    JsonNode value = json.path("sequence");
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 1) {
      throw bad(
          "sequence",
          "sequence is %s; allowed is the destination's sequence that the decision is based on, a number from 1"
              .formatted(value));
    }
    return Optional.of(value.longValue());
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
    return Problem.of(ProblemType.INVALID_CONTROL, field, message).exception();
  }
}
