package io.onefold.destination;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.CanonicalJson;
import io.onefold.schema.InvalidJsonException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** What the variables of a body stand for, with their JSON types. */
final class BodyValues {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final String operationId;
  private final Map<String, String> attributes;
  private final byte[] payload;
  private Optional<JsonNode> read = Optional.empty();

  BodyValues(String operationId, Map<String, String> attributes, byte[] payload) {
    this.operationId = operationId;
    this.attributes = attributes;
    this.payload = payload;
  }

  /**
   * The value of a variable.
   *
   * @throws ExpansionException if there is none
   */
  JsonNode json(String name, Template template) {
    JsonNode value = find(name, template);
    if (value.isMissingNode()) {
      throw new ExpansionException(
          name,
          "`%s` has no value for this operation, and %s needs it"
              .formatted(name, ExpansionException.place(template.where())));
    }
    return value;
  }

  /** True if every variable of a template has a value, be it null. */
  boolean has(Template template) {
    return template.variables().stream().noneMatch(name -> find(name, template).isMissingNode());
  }

  /**
   * The text of a variable.
   *
   * @throws ExpansionException if there is none, or it is null, an object or an array
   */
  String text(String name, Template template) {
    JsonNode value = json(name, template);
    if (value.isContainerNode() || value.isNull()) {
      throw new ExpansionException(
          name,
          "`%s` is %s, not a text, and %s needs a text"
              .formatted(
                  name,
                  value.isNull() ? "null" : value.isObject() ? "an object" : "a list",
                  ExpansionException.place(template.where())));
    }
    return value.isNumber() ? value.decimalValue().toPlainString() : value.asText();
  }

  private JsonNode find(String name, Template template) {
    if (name.equals("payload") || name.startsWith(TemplateScope.PAYLOAD)) {
      JsonNode root = payload(template);
      return name.equals("payload")
          ? root
          : step(root, name.substring(TemplateScope.PAYLOAD.length()));
    }
    JsonNodeFactory factory = JsonNodeFactory.instance;
    if (name.startsWith(TemplateScope.ATTRIBUTES)) {
      ObjectNode all = factory.objectNode();
      attributes.forEach(all::put);
      return step(all, TemplateScope.attribute(name));
    }
    return name.equals("operationId")
        ? factory.textNode(operationId)
        : OperationReference.of(name, operationId)
            .<JsonNode>map(factory::textNode)
            .orElse(MissingNode.getInstance());
  }

  // The whole rest of a name goes first, as in addresses: names may hold dots.
  private static JsonNode step(JsonNode in, String name) {
    if (in.has(name)) {
      return in.path(name);
    }
    if (in.isArray() && name.matches("\\d{1,9}")) {
      return in.path(Integer.parseInt(name));
    }
    int dot = name.indexOf('.');
    return dot < 0
        ? MissingNode.getInstance()
        : step(step(in, name.substring(0, dot)), name.substring(dot + 1));
  }

  private JsonNode payload(Template template) {
    if (read.isEmpty()) {
      read = Optional.of(parsed(template));
    }
    return read.get();
  }

  private JsonNode parsed(Template template) {
    try {
      // Read strictly first, so that no name that stands twice can mean two things.
      CanonicalJson.canonicalise(payload);
      return MAPPER.readTree(payload);
    } catch (InvalidJsonException | JsonProcessingException notJson) {
      throw new ExpansionException(
          "the payload is no JSON that can be used, and %s needs it: %s"
              .formatted(
                  ExpansionException.place(template.where()),
                  notJson instanceof InvalidJsonException ? notJson.getMessage() : "not JSON"));
    } catch (IOException impossible) {
      throw new IllegalStateException("bytes in memory can be read", impossible);
    }
  }
}
