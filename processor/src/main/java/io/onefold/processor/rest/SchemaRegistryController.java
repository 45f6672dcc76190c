package io.onefold.processor.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Error;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Produces;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.onefold.schema.CatalogueApi;
import io.onefold.schema.CatalogueApi.SubjectVersion;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The built-in schemas as a schema registry shows them (Confluent's REST interface, read-only), for
 * clients that look schemas up.
 */
@Controller("/schema-registry")
@ExecuteOn(TaskExecutors.BLOCKING)
@Produces(MediaType.ALL)
@Consumes(MediaType.ALL)
final class SchemaRegistryController {
  private static final MediaType TYPE = MediaType.of("application/vnd.schemaregistry.v1+json");
  private static final int MOST_BYTES = 1024 * 1024;
  private static final int INVALID_SCHEMA = 42201;
  private static final int UNKNOWN_SCHEMA = 40403;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final CatalogueApi catalogue;

  SchemaRegistryController(CatalogueApi catalogue) {
    this.catalogue = catalogue;
  }

  @Get
  HttpResponse<String> root() {
    return answer(JsonNodeFactory.instance.objectNode());
  }

  @Get("/subjects")
  HttpResponse<String> subjects() {
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    catalogue.subjects().forEach(json::add);
    return answer(json);
  }

  @Get("/subjects/{subject}/versions")
  HttpResponse<String> versions(String subject) {
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    catalogue.versions(subject).forEach(json::add);
    return answer(json);
  }

  @Get("/subjects/{subject}/versions/{version}")
  HttpResponse<String> version(String subject, String version) {
    return answer(render(catalogue.version(subject, version)));
  }

  @Get("/subjects/{subject}/versions/{version}/schema")
  HttpResponse<String> text(String subject, String version) {
    return HttpResponse.ok(catalogue.version(subject, version).schema()).contentType(TYPE);
  }

  @Get("/schemas/types")
  HttpResponse<String> types() {
    return answer(JsonNodeFactory.instance.arrayNode().add("AVRO"));
  }

  @Get("/schemas/ids/{id}")
  HttpResponse<String> schema(int id) {
    return answer(JsonNodeFactory.instance.objectNode().put("schema", catalogue.schema(id)));
  }

  @Get("/schemas/ids/{id}/versions")
  HttpResponse<String> uses(int id) {
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    catalogue
        .usesOf(id)
        .forEach(
            use -> json.addObject().put("subject", use.subject()).put("version", use.version()));
    return answer(json);
  }

  @Get("/schemas/ids/{id}/schema")
  HttpResponse<String> textOf(int id) {
    return HttpResponse.ok(catalogue.schema(id)).contentType(TYPE);
  }

  @Get("/schemas/ids/{id}/subjects")
  HttpResponse<String> subjectsOf(int id) {
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    catalogue.usesOf(id).forEach(use -> json.add(use.subject()));
    return answer(json);
  }

  // A schema here has a number alone. Clients that write GUIDs into headers learn that from this.
  @Get("/schemas/guids/{guid}")
  HttpResponse<String> byGuid(String guid) {
    return error(404, UNKNOWN_SCHEMA, "Schema " + guid + " not found: only ids are given here.");
  }

  // Confluent's newer clients ask which subject a topic has before they take its usual one.
  @Get("/associations/resources/{namespace}/{name}")
  HttpResponse<String> associations(String namespace, String name) {
    return answer(JsonNodeFactory.instance.arrayNode());
  }

  @Get("/config{/subject}")
  HttpResponse<String> config() {
    return answer(
        JsonNodeFactory.instance
            .objectNode()
            .put("compatibilityLevel", CatalogueApi.COMPATIBILITY));
  }

  @Get("/mode{/subject}")
  HttpResponse<String> mode() {
    return answer(JsonNodeFactory.instance.objectNode().put("mode", "READONLY"));
  }

  @Post("/subjects/{subject}")
  HttpResponse<String> lookUp(String subject, @Body @Nullable InputStream body)
      throws JsonProcessingException {
    return answer(render(catalogue.lookUp(subject, schemaIn(Bodies.orEmpty(body)))));
  }

  @Post("/subjects/{subject}/versions")
  HttpResponse<String> register(String subject, @Body @Nullable InputStream body)
      throws JsonProcessingException {
    int id = catalogue.register(subject, schemaIn(Bodies.orEmpty(body)));
    return answer(JsonNodeFactory.instance.objectNode().put("id", id));
  }

  @Post("/compatibility/subjects/{subject}/versions{/version}")
  HttpResponse<String> compatibility(
      String subject, @Nullable String version, @Body @Nullable InputStream body)
      throws JsonProcessingException {
    List<String> found =
        catalogue.incompatibilities(
            subject, Optional.ofNullable(version), schemaIn(Bodies.orEmpty(body)));
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("is_compatible", found.isEmpty());
    found.forEach(json.putArray("messages")::add);
    return answer(json);
  }

  @Error
  HttpResponse<String> problem(CatalogueApi.Problem problem) {
    return error(problem.status(), problem.errorCode(), String.valueOf(problem.getMessage()));
  }

  @Error
  HttpResponse<String> badSchema(HttpRequest<?> request, JsonProcessingException problem) {
    return error(422, INVALID_SCHEMA, "The body is not JSON with a field \"schema\".");
  }

  private static String schemaIn(InputStream body) throws JsonProcessingException {
    byte[] text = Bodies.read(body, MOST_BYTES, "the schema");
    return JSON.readTree(new String(text, StandardCharsets.UTF_8)).path("schema").asText();
  }

  private static ObjectNode render(SubjectVersion version) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("subject", version.subject())
        .put("id", version.id())
        .put("version", version.version())
        .put("schemaType", "AVRO")
        .put("schema", version.schema());
  }

  private static HttpResponse<String> error(int status, int code, String message) {
    JsonNode json =
        JsonNodeFactory.instance.objectNode().put("error_code", code).put("message", message);
    return HttpResponse.<String>status(HttpStatus.valueOf(status))
        .contentType(TYPE)
        .body(json.toString());
  }

  private static HttpResponse<String> answer(JsonNode json) {
    return HttpResponse.ok(json.toString()).contentType(TYPE);
  }
}
