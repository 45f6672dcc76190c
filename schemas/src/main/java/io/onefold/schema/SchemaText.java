package io.onefold.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;

/** Schemas as text, without what only Java's code generator needs. */
final class SchemaText {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String STRING_HINT = "avro.java.string";

  private SchemaText() {}

  /** The schema as released: with documentation, without Java's string hints. */
  static JsonNode released(Schema schema) {
    try {
      return withoutHints(MAPPER.readTree(schema.toString()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Avro wrote a schema that is not JSON", e);
    }
  }

  /** True if two schemas say the same; documentation and Java's string hints do not count. */
  static boolean same(Schema one, Schema other) {
    return bare(one).equals(bare(other));
  }

  private static Schema bare(Schema schema) {
    return new Schema.Parser().parse(released(schema).toString());
  }

  private static JsonNode withoutHints(JsonNode json) {
    if (json instanceof ObjectNode object) {
      object.remove(STRING_HINT);
      if (object.size() == 1 && object.path("type").isTextual()) {
        return object.get("type");
      }
      for (String name : names(object)) {
        object.set(name, withoutHints(object.get(name)));
      }
    }
    if (json instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, withoutHints(array.get(i)));
      }
    }
    return json;
  }

  private static List<String> names(ObjectNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
