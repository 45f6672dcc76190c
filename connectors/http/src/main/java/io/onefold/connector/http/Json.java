package io.onefold.connector.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.onefold.destination.HttpContract.Expectation;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads JSON from others: no input makes it throw. */
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .build();

  private Json() {}

  /** Empty if the bytes are not exactly one JSON value. */
  static Optional<JsonNode> parse(byte[] bytes) {
    if (bytes.length == 0) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(MAPPER.readTree(bytes)).filter(node -> !node.isMissingNode());
    } catch (IOException notJson) {
      return Optional.empty();
    }
  }

  /** The value in plain Java: text, numbers, booleans, maps and lists; empty for null. */
  static Optional<Object> plain(JsonNode node) {
    return Optional.ofNullable(MAPPER.convertValue(node, Object.class));
  }

  /** A text as a JSON value, nothing as a missing one. */
  static JsonNode textNode(Optional<String> text) {
    return text.<JsonNode>map(TextNode::valueOf).orElse(MissingNode.getInstance());
  }

  /** The bytes of a value, members in their order. */
  static byte[] write(JsonNode node) {
    return bytes(node);
  }

  /**
   * The bytes of a value with the members of all objects sorted by name: equal values give equal
   * bytes.
   */
  static byte[] canonical(JsonNode node) {
    return bytes(MAPPER.convertValue(node, Object.class));
  }

  private static byte[] bytes(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A JSON value that was read cannot be written", e);
    }
  }

  /**
   * A text, number or boolean as text; empty if nothing is there or it is an object, a list or
   * null.
   */
  static Optional<String> text(JsonNode root, String pointer) {
    JsonNode node = root.at(pointer);
    return node.isValueNode() && !node.isNull()
        ? Optional.of(node.asText()).filter(text -> !text.isEmpty())
        : Optional.empty();
  }

  /** True if every pointer leads to what is expected there. */
  static boolean holds(Map<String, Expectation> expectations, JsonNode root) {
    return expectations.entrySet().stream()
        .allMatch(entry -> holds(entry.getValue(), root.at(entry.getKey())));
  }

  static boolean holds(Expectation expectation, JsonNode node) {
    boolean there = !node.isMissingNode() && !node.isNull();
    return switch (expectation) {
      case Expectation.Present present -> there;
      case Expectation.Absent absent -> !there;
      case Expectation.EqualTo(Object value) -> there && equal(value, node);
      case Expectation.OneOf(List<Expectation.EqualTo> values) ->
          there && values.stream().anyMatch(one -> equal(one.value(), node));
      case Expectation.Contains(String text) -> node.isTextual() && node.asText().contains(text);
      case Expectation.Matches(String regex) ->
          there && node.isValueNode() && Pattern.compile(regex).matcher(node.asText()).find();
    };
  }

  private static boolean equal(Object value, JsonNode node) {
    return switch (value) {
      case Boolean bool -> node.isBoolean() && node.booleanValue() == bool;
      case Number number ->
          node.isNumber() && node.decimalValue().compareTo(new BigDecimal(number.toString())) == 0;
      default -> node.isTextual() && node.textValue().equals(value.toString());
    };
  }

  /** Equal as JSON: numbers by value, objects without regard to the order of members. */
  static boolean equal(JsonNode one, JsonNode other) {
    return one.equals(
        (left, right) ->
            left.isNumber() && right.isNumber()
                ? left.decimalValue().compareTo(right.decimalValue())
                : left.equals(right) ? 0 : 1,
        other);
  }
}
