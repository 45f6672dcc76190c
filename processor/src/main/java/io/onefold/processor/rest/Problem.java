package io.onefold.processor.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A refused request.
 *
 * @param message what was wrong, where, and what is allowed
 * @param field the field or parameter that is wrong
 * @param sequence the operation's present sequence, where the caller's was not it
 * @param retryAfter how long to wait before the next try; empty where that does not matter
 */
record Problem(
    ProblemType type,
    String message,
    Optional<String> field,
    OptionalLong sequence,
    Optional<Duration> retryAfter) {

  static Problem of(ProblemType type, String message) {
    return new Problem(type, message, Optional.empty(), OptionalLong.empty(), Optional.empty());
  }

  static Problem of(ProblemType type, String field, String message) {
    return new Problem(type, message, Optional.of(field), OptionalLong.empty(), Optional.empty());
  }

  Problem at(long presentSequence) {
    return new Problem(type, message, field, OptionalLong.of(presentSequence), retryAfter);
  }

  Problem retryAfter(Duration wait) {
    return new Problem(type, message, field, sequence, Optional.of(wait));
  }

  /** The problem as an exception, for whoever cannot return it. */
  ProblemException exception() {
    return new ProblemException(this);
  }

  /** The RFC 9457 document. */
  ObjectNode document(String instance) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("type", type.uri());
    json.put("title", type.title());
    json.put("status", type.status());
    json.put("detail", message);
    json.put("instance", instance);
    field.ifPresent(name -> json.put("field", name));
    json.put("message", message);
    sequence.ifPresent(number -> json.put("sequence", number));
    return json;
  }
}
