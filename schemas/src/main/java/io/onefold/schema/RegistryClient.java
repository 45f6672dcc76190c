package io.onefold.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.onefold.schema.RegistrySettings.Finding;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Schema IDs from a registry that speaks Confluent's REST interface. Each answer is asked for once
 * and remembered; that there is none is not, since a schema may come at any time. IDs of the
 * built-in catalogue are read without asking, so that a log written before the registry was
 * introduced stays readable. Thread-safe.
 */
public final class RegistryClient implements SchemaIds {
  private static final int NOT_FOUND = 404;
  private static final String AVRO = "AVRO";

  private final RegistryHttp http;
  private final Finding finding;
  private final BoundedCache<String, WriterSchema> bySubject = new BoundedCache<>();
  private final BoundedCache<Integer, Schema> byId = new BoundedCache<>();

  private RegistryClient(RegistryHttp http, Finding finding) {
    this.http = http;
    this.finding = finding;
  }

  /**
   * A client for the registry named by {@link SchemaIds#REGISTRY_URL} and the settings beside it.
   * References such as <code>${file:…}</code> are replaced, as in the settings of Kafka's clients.
   *
   * @throws org.apache.kafka.common.config.ConfigException if a setting is wrong
   */
  public static RegistryClient from(Map<String, ?> config) {
    // Kafka's clients replace references to files in their own settings alone.
    Map<String, ?> resolved = new AbstractConfig(new ConfigDef(), config, false).originals();
    return new RegistryClient(RegistryHttp.from(resolved), RegistrySettings.finding(resolved));
  }

  @Override
  public int idOf(String subject, Message message) {
    return toWrite(subject, message).id();
  }

  @Override
  public WriterSchema toWrite(String subject, Message message) {
    Optional<WriterSchema> known = bySubject.get(subject);
    if (known.isPresent()) {
      return known.get();
    }
    // Two threads may ask at once; the registry gives both the same answer.
    WriterSchema found = find(subject, message);
    bySubject.put(subject, found);
    return found;
  }

  private WriterSchema find(String subject, Message message) {
    String path = "/subjects/" + RegistryHttp.escape(subject);
    return switch (finding) {
      case REGISTER -> new WriterSchema(post(path + "/versions", message), message.schema());
      case LOOK_UP -> new WriterSchema(post(path, message), message.schema());
      case LATEST_STRICT -> latest(path, subject, message, true);
      case LATEST -> latest(path, subject, message, false);
    };
  }

  @Override
  public Schema writerSchema(int id) {
    Optional<Schema> known = byId.get(id);
    if (known.isPresent()) {
      return known.get();
    }
    Schema schema =
        BuiltInCatalogue.isOwnId(id) ? BuiltInCatalogue.instance().writerSchema(id) : fetch(id);
    byId.put(id, schema);
    return schema;
  }

  private int post(String path, Message message) {
    String text = BuiltInCatalogue.instance().newest(message).text();
    String body = JsonNodeFactory.instance.objectNode().put("schema", text).toString();
    return id("POST " + path, http.post(path, body));
  }

  private WriterSchema latest(String path, String subject, Message message, boolean strict) {
    String latest = path + "/versions/latest";
    JsonNode answer =
        http.get(latest, NOT_FOUND)
            .orElseThrow(
                () ->
                    new RegistryException(
                        NOT_FOUND,
                        "the schema registry %s has no subject %s; with %s=true a schema must be there already"
                            .formatted(http.shown(), subject, SchemaIds.USE_LATEST),
                        null));
    int id = id("GET " + latest, answer);
    Schema schema;
    try {
      schema = parse(answer);
    } catch (SchemaParseException e) {
      throw unfit(subject, answer, "is no Avro schema: " + e.getMessage());
    }
    if (SchemaText.same(schema, message.schema())) {
      return new WriterSchema(id, message.schema());
    }
    Optional<String> problem = SchemaFit.problem(message.schema(), schema, strict);
    if (problem.isPresent()) {
      throw unfit(subject, answer, problem.get());
    }
    return new WriterSchema(id, schema);
  }

  private static RegistryException unfit(String subject, JsonNode answer, String problem) {
    return new RegistryException(
        200,
        "version %s of the subject %s cannot be written: it %s; register the newest released version, or set %s=false"
            .formatted(answer.path("version"), subject, problem, SchemaIds.USE_LATEST),
        null);
  }

  private int id(String question, JsonNode answer) {
    JsonNode id = answer.path("id");
    if (!id.isInt()) {
      throw new RegistryException(
          200,
          "the schema registry " + http.shown() + " answered " + question + " without a numeric id",
          null);
    }
    return id.intValue();
  }

  private Schema fetch(int id) {
    JsonNode answer =
        http.get("/schemas/ids/" + id, NOT_FOUND)
            .orElseThrow(
                () ->
                    new SerializationException(
                        "schema ID " + id + " is unknown to the schema registry " + http.shown()));
    try {
      return parse(answer);
    } catch (SchemaParseException e) {
      throw new SerializationException(
          "schema ID " + id + " is no Avro schema: " + e.getMessage(), e);
    }
  }

  private static Schema parse(JsonNode answer) {
    String type = answer.path("schemaType").asText(AVRO);
    if (!type.equals(AVRO)) {
      throw new SchemaParseException("its type is " + PrintableText.shown(type));
    }
    return new Schema.Parser().parse(answer.path("schema").asText());
  }
}
