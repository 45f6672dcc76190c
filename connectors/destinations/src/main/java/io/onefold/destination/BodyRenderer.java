package io.onefold.destination;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.onefold.schema.CanonicalJson;
import io.onefold.schema.InvalidJsonException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Fills the body of a write for one operation. Pure: the same operation gives the same bytes on
 * every machine and at every time, so the ledger renders once and a hash of the result is evidence.
 */
public final class BodyRenderer {
  private static final String JSON = "application/json";
  private static final String FORM = "application/x-www-form-urlencoded";

  private final BodyValues values;

  private BodyRenderer(BodyValues values) {
    this.values = values;
  }

  /**
   * The body of a write.
   *
   * @param payload the approved bytes; must be JSON where the body uses {@code payload}
   * @return for {@code body: payload} the approved bytes, with an empty content type
   * @throws ExpansionException if a variable has no value, has one that does not fit its place, or
   *     the payload is not JSON
   */
  public static RenderedBody render(
      Body body, String operationId, Map<String, String> attributes, byte[] payload) {
    BodyRenderer renderer = new BodyRenderer(new BodyValues(operationId, attributes, payload));
    return switch (body) {
      case Body.Payload approved -> new RenderedBody("", payload);
      case Body.Json json -> new RenderedBody(JSON, renderer.json(json.root()));
      case Body.Form form -> new RenderedBody(FORM, renderer.form(form));
      case Body.Text text -> new RenderedBody(text.contentType(), renderer.text(text));
    };
  }

  private byte[] json(BodyNode root) {
    try {
      return CanonicalJson.bytesOf(node(root));
    } catch (InvalidJsonException inexact) {
      throw new ExpansionException("the body of this operation: " + inexact.getMessage());
    }
  }

  private JsonNode node(BodyNode node) {
    return switch (node) {
      case BodyNode.Text text -> textOrValue(text.template());
      case BodyNode.Numeric number -> DecimalNode.valueOf(number.value());
      case BodyNode.Flag flag -> BooleanNode.valueOf(flag.value());
      case BodyNode.Null nothing -> NullNode.getInstance();
      case BodyNode.Members object -> {
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        object
            .members()
            .forEach(
                (name, member) -> {
                  if (isThere(name, BodyReader.templates(member))) {
                    members.set(BodyReader.name(name), node(member));
                  }
                });
        yield members;
      }
      case BodyNode.Elements array -> {
        ArrayNode elements = JsonNodeFactory.instance.arrayNode();
        array.elements().forEach(element -> elements.add(node(element)));
        yield elements;
      }
    };
  }

  private JsonNode textOrValue(Template template) {
    Optional<String> whole = BodyTemplate.wholeVariable(template);
    return whole.isPresent()
        ? values.json(whole.get(), template)
        : TextNode.valueOf(filled(template, UnaryOperator.identity()));
  }

  private byte[] form(Body.Form form) {
    return form.fields().entrySet().stream()
        .filter(field -> isThere(field.getKey(), List.of(field.getValue())))
        .map(
            field ->
                encoded(BodyReader.name(field.getKey()))
                    + "="
                    + encoded(filled(field.getValue(), UnaryOperator.identity())))
        .collect(Collectors.joining("&"))
        .getBytes(StandardCharsets.UTF_8);
  }

  private boolean isThere(String name, List<Template> templates) {
    return !BodyReader.isOptional(name) || templates.stream().allMatch(values::has);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  // A whole variable is the caller's own document; inside one of ours a value must stay a value.
  private byte[] text(Body.Text text) {
    Template template = text.template();
    UnaryOperator<String> escape =
        BodyTemplate.wholeVariable(template).isPresent()
            ? UnaryOperator.identity()
            : TextEscape.of(text.contentType(), template);
    return filled(template, escape).getBytes(StandardCharsets.UTF_8);
  }

  private String filled(Template template, UnaryOperator<String> escape) {
    StringBuilder text = new StringBuilder();
    for (TemplatePart part : BodyTemplate.parse(template.text())) {
      switch (part) {
        case TemplatePart.Literal literal -> text.append(literal.text());
        case TemplatePart.Expression expression ->
            text.append(
                expression.names().stream()
                    .map(
                        name ->
                            escape.apply(
                                TemplatePart.cut(
                                    name, values.text(TemplatePart.plain(name), template))))
                    .collect(Collectors.joining(",")));
        case TemplatePart.Secret secret ->
            throw new IllegalStateException("the reader lets no secret into a body");
      }
    }
    return text.toString();
  }
}
