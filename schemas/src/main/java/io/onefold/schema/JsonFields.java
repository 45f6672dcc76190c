package io.onefold.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.schema.InvalidIntentException.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The fields of one JSON object, with their place for the messages. */
final class JsonFields {
  private final JsonNode object;
  private final String prefix;
  private final List<String> known;

  /** The fields of a whole intent, or with a prefix such as {@code approval.} of a part of it. */
  JsonFields(JsonNode object, String prefix, List<String> known) {
    this.object = object;
    this.prefix = prefix;
    this.known = known;
  }

  /** Refuses a field that is not known, by name. */
  void refuseUnknown() {
    object
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                throw new InvalidIntentException(
                    Kind.UNKNOWN_FIELD,
                    prefix + name,
                    "is not a known field; allowed are " + String.join(", ", known));
              }
            });
  }

  boolean has(String name) {
    return object.has(name);
  }

  String path(String name) {
    return prefix + name;
  }

  /** The value of a field that must be there. */
  JsonNode required(String name) {
    JsonNode value = object.get(name);
    if (value == null) {
      throw new InvalidIntentException(Kind.MISSING_FIELD, path(name), "is missing");
    }
    return value;
  }

  /** The text of a field that must be there. */
  String text(String name) {
    JsonNode value = required(name);
    if (!value.isTextual()) {
      throw wrongType(name, value, "a string");
    }
    return value.textValue();
  }

  /** The text of a field that may be left out; {@code null} does not count as left out. */
  Optional<String> optionalText(String name) {
    return has(name) ? Optional.of(text(name)) : Optional.empty();
  }

  /** The time of a field that must be there, in milliseconds since 1970-01-01T00:00:00Z. */
  long time(String name) {
    return Rfc3339.parse(path(name), text(name));
  }

  /** The time of a field that may be left out. */
  Optional<Long> optionalTime(String name) {
    return has(name) ? Optional.of(time(name)) : Optional.empty();
  }

  /** The object of a field that may be left out. */
  Optional<JsonNode> optionalObject(String name) {
    if (!has(name)) {
      return Optional.empty();
    }
    JsonNode value = required(name);
    if (!value.isObject()) {
      throw wrongType(name, value, "an object");
    }
    return Optional.of(value);
  }

  private InvalidIntentException wrongType(String name, JsonNode value, String wanted) {
    String hint = value.isNull() ? "; leave the field out where it has no value" : "";
    return new InvalidIntentException(
        Kind.WRONG_TYPE, path(name), "must be " + wanted + ", but is " + typeOf(value) + hint);
  }

  /** The JSON type of a value, in words. */
  static String typeOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "an object";
      case ARRAY -> "an array";
      case NULL -> "null";
      default -> "a " + value.getNodeType().name().toLowerCase(Locale.ROOT);
    };
  }
}
