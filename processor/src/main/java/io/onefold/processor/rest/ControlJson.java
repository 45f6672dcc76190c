package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.schema.OperationId;
import java.io.IOException;
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

  /**
   * Reads a decision.
   *
   * @param fields those that it may have
   * @throws ProblemException naming the field, what is wrong and what is allowed
   */
  static ControlJson parse(byte[] body, List<String> fields) {
    JsonNode json = read(body, fields);
    StrictObject object = new StrictObject(json, ProblemType.INVALID_CONTROL).allowing(fields);
    return new ControlJson(
        object.reason(LONGEST_TEXT),
        object.text("operation", LONGEST_TEXT).map(ControlJson::operationId),
        sequence(json),
        object.text("reviewer", LONGEST_TEXT));
  }

  private static JsonNode read(byte[] body, List<String> fields) {
    JsonNode json;
    try {
      json = StrictObject.JSON.readTree(body);
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

  private static ProblemException bad(String field, String message) {
    return Problem.of(ProblemType.INVALID_CONTROL, field, message).exception();
  }
}
