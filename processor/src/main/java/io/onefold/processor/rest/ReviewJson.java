package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.operation.Review.Action;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A review as the body of a request.
 *
 * @param sequence what the reviewer looked at
 * @param reviewer as the body names it
 */
record ReviewJson(
    Action action,
    String reason,
    long sequence,
    Optional<String> providerId,
    Optional<String> publicUrl,
    Optional<String> evidence,
    boolean force,
    Optional<String> reviewer) {
  static final int MOST_BYTES = 64 * 1024;

  private static final int LONGEST_TEXT = 4000;
  private static final int LONGEST_NAME = 2000;
  private static final List<String> FIELDS =
      List.of(
          "action",
          "reason",
          "sequence",
          "providerId",
          "publicUrl",
          "evidence",
          "force",
          "reviewer");

  /**
   * Reads a review.
   *
   * @throws ProblemException naming the field, what is wrong and what is allowed
   */
  static ReviewJson parse(byte[] body) {
    JsonNode json = read(body);
    StrictObject object = new StrictObject(json, ProblemType.INVALID_REVIEW).allowing(FIELDS);
    return new ReviewJson(
        action(object),
        object.reason(LONGEST_TEXT),
        sequence(json),
        object.text("providerId", LONGEST_NAME),
        object.text("publicUrl", LONGEST_NAME),
        object.text("evidence", LONGEST_TEXT),
        flag(json, "force"),
        object.text("reviewer", LONGEST_NAME));
  }

  private static JsonNode read(byte[] body) {
    JsonNode json;
    try {
      json = StrictObject.JSON.readTree(body);
    } catch (IOException e) {
      throw bad("review", "the body is not JSON: " + firstLine(e));
    }
    if (json == null || !json.isObject()) {
      throw bad("review", "the body must be a JSON object with " + String.join(", ", FIELDS));
    }
    return json;
  }

  private static String firstLine(IOException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("it cannot be read");
  }

  private static Action action(StrictObject object) {
    String allowed = "allowed are " + Arrays.toString(Action.values());
    String name =
        object
            .text("action", LONGEST_NAME)
            .orElseThrow(() -> bad("action", "action is missing; " + allowed));
    return Arrays.stream(Action.values())
        .filter(action -> action.name().equals(name))
        .findFirst()
        .orElseThrow(() -> bad("action", "action is '%s'; %s".formatted(name, allowed)));
  }

  private static long sequence(JsonNode json) {
    JsonNode value = json.path("sequence");
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 1) {
      throw bad(
          "sequence",
          "sequence is "
              + (value.isMissingNode() ? "missing" : value)
              + "; allowed is the operation's sequence that the decision is based on, a number from"
              + " 1");
    }
    return value.longValue();
  }

  private static boolean flag(JsonNode json, String field) {
    JsonNode value = json.path(field);
    if (value.isMissingNode() || value.isNull()) {
      return false;
    }
    if (!value.isBoolean()) {
      throw bad(field, field + " is " + value + "; allowed are true and false");
    }
    return value.booleanValue();
  }

  private static ProblemException bad(String field, String message) {
    return Problem.of(ProblemType.INVALID_REVIEW, field, message).exception();
  }
}
