package io.onefold.connector.simulated;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** JSON of requests and answers. */
final class Json {
  static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private Json() {}

  /** The object that the bytes are; other content becomes the field {@code content} of one. */
  static ObjectNode object(byte[] bytes) {
    try {
      if (MAPPER.readTree(bytes) instanceof ObjectNode object) {
        return object;
      }
    } catch (IOException notJson) {
      // kept as text below
    }
    return MAPPER.createObjectNode().put("content", new String(bytes, StandardCharsets.UTF_8));
  }

  static Optional<String> text(JsonNode node, String pointer) {
    JsonNode found = node.at(pointer);
    return found.isValueNode() && !found.isNull() ? Optional.of(found.asText()) : Optional.empty();
  }

  static String write(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A JSON tree cannot be written", e);
    }
  }
}
