package io.onefold.processor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.Yaml;

/** The document of the REST interface, against which the tests hold every answer they get. */
final class OpenApiDocument {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
  private static final JsonNode ROOT = load();
  private static final Map<String, JsonSchema> SCHEMAS = new ConcurrentHashMap<>();

  private OpenApiDocument() {}

  private static JsonNode load() {
    try (InputStream in = OpenApiDocument.class.getResourceAsStream("openapi.yaml")) {
      Object tree = new Yaml().load(Objects.requireNonNull(in));
      return JSON.valueToTree(tree);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Method and path of each, with every variable as {@code {}}. */
  static List<String> routes() {
    List<String> routes = new ArrayList<>();
    ROOT.path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(
                        method -> {
                          if (METHODS.contains(method)) {
                            routes.add(
                                method.toUpperCase(Locale.ROOT)
                                    + " "
                                    + path.getKey().replaceAll("\\{[^}]*}", "{}"));
                          }
                        }));
    return routes;
  }

  /**
   * Holds an answer against the document. What no path of it describes is no business of it.
   *
   * @param path as it was asked for, percent-encoded, without a query
   * @param type media type of the answer, without parameters
   * @throws AssertionError if the status or the body is not declared so
   */
  static void check(String method, String path, int status, String type, String body) {
    Optional<JsonNode> operation = operation(method, path);
    if (operation.isEmpty()) {
      return;
    }
    String where = method + " " + path + " answers " + status + " " + type + ": ";
    JsonNode answer = resolved(operation.get().path("responses").path(String.valueOf(status)));
    if (answer.isMissingNode()) {
      throw new AssertionError(where + "the document does not declare that status\n" + body);
    }
    JsonNode content = answer.path("content");
    if (content.isEmpty()) {
      return;
    }
    JsonNode media = content.path(type);
    if (media.isMissingNode()) {
      throw new AssertionError(where + "the document does not declare that media type\n" + body);
    }
    if (type.endsWith("json") && !type.endsWith("ndjson")) {
      Set<ValidationMessage> problems = schema(media.path("schema")).validate(parsed(where, body));
      if (!problems.isEmpty()) {
        throw new AssertionError(where + problems + "\n" + body);
      }
    }
  }

  private static JsonNode parsed(String where, String body) {
    try {
      return JSON.readTree(body);
    } catch (IOException e) {
      throw new AssertionError(where + "no JSON\n" + body, e);
    }
  }

  private static Optional<JsonNode> operation(String method, String path) {
    JsonNode exact = ROOT.path("paths").path(path);
    if (!exact.isMissingNode()) {
      return Optional.ofNullable(exact.get(method.toLowerCase(Locale.ROOT)));
    }
    return ROOT.path("paths").properties().stream()
        .filter(one -> Pattern.matches(one.getKey().replaceAll("\\{[^}]*}", "[^/]+"), path))
        .findFirst()
        .map(one -> one.getValue().get(method.toLowerCase(Locale.ROOT)));
  }

  private static JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? ROOT.at(node.path("$ref").asText().substring(1)) : node;
  }

  /** A schema with the document's components beside it, so that its references lead somewhere. */
  private static JsonSchema schema(JsonNode schema) {
    return SCHEMAS.computeIfAbsent(
        schema.toString(),
        text -> {
          var whole = JSON.createObjectNode();
          whole.putArray("allOf").add(schema);
          whole.set("components", ROOT.path("components"));
          return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
              .getSchema(SchemaLocation.of("urn:onefold:openapi"), whole);
        });
  }
}
