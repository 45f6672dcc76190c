package io.onefold.processor.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Small steps of rendering that all views share. An absent value is a null, never left out. */
final class Json {
  private Json() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  static void put(ObjectNode json, String field, Optional<String> value) {
    json.put(field, value.orElse(null));
  }

  static void putTime(ObjectNode json, String field, Instant value) {
    json.put(field, value.toString());
  }

  static void putTime(ObjectNode json, String field, Optional<Instant> value) {
    json.put(field, value.map(Instant::toString).orElse(null));
  }

  static void putMillis(ObjectNode json, String field, @Nullable Long millis) {
    json.put(field, millis == null ? null : Instant.ofEpochMilli(millis).toString());
  }

  static ArrayNode texts(List<String> texts) {
    ArrayNode array = array();
    texts.forEach(array::add);
    return array;
  }

  static ObjectNode destination(String id, String connector, String account, String environment) {
    return object()
        .put("id", id)
        .put("connector", connector)
        .put("account", account)
        .put("environment", environment);
  }
}
