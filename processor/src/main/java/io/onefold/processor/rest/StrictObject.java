package io.onefold.processor.rest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The JSON object in the body of a request, of which no field may be unknown or come twice.
 *
 * @param type of the problem that is answered where a field is wrong
 */
record StrictObject(JsonNode json, ProblemType type) {
  /** Refuses a field that comes twice, and anything after the object. */
  static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  /**
   * The same object.
   *
   * @throws ProblemException naming the first field that is not allowed
   */
  StrictObject allowing(List<String> fields) {
    for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!fields.contains(name)) {
        throw bad(
            name,
            "there is no field '%s'; allowed are %s".formatted(name, String.join(", ", fields)));
      }
    }
    return this;
  }

  /** The person's reason, which must be given. */
  String reason(int longest) {
    return text("reason", longest)
        .orElseThrow(() -> bad("reason", "reason is missing; say why, in your own words"));
  }

  /**
   * A text; empty if there is none.
   *
   * @param longest the most characters that it may have
   */
  Optional<String> text(String field, int longest) {
    JsonNode value = json.path(field);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isTextual() || value.textValue().isBlank() || value.textValue().length() > longest) {
      throw bad(
          field,
          "%s must be a text of 1 to %d characters that is not blank".formatted(field, longest));
    }
    return Optional.of(value.textValue());
  }

  private ProblemException bad(String field, String message) {
    return Problem.of(type, field, message).exception();
  }
}
