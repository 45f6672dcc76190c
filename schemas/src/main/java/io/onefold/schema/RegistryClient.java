package io.onefold.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Schema IDs from a registry that speaks Confluent's REST interface. Each answer is asked for once
 * and remembered. IDs of the built-in catalogue are read without asking, so that a log written
 * before the registry was introduced stays readable.
 */
public final class RegistryClient implements SchemaIds {
  private static final int NOT_FOUND = 404;

  private final RegistryHttp http;
  private final boolean autoRegister;
  private final Map<String, Integer> idBySubject = new ConcurrentHashMap<>();
  private final Map<Integer, Schema> schemaById = new ConcurrentHashMap<>();

  private RegistryClient(RegistryHttp http, boolean autoRegister) {
    this.http = http;
    this.autoRegister = autoRegister;
  }

  /**
   * A client for the registry named by {@link SchemaIds#REGISTRY_URL} and the settings beside it.
   * Certificates are checked against the truststore of the Java platform.
   *
   * @throws org.apache.kafka.common.config.ConfigException if a setting is wrong
   */
  public static RegistryClient from(Map<String, ?> config) {
    return new RegistryClient(RegistryHttp.from(config), RegistrySettings.autoRegister(config));
  }

  @Override
  public int idOf(String subject, Message message) {
    Integer known = idBySubject.get(subject);
    if (known != null) {
      return known;
    }
    // Two threads may ask at once; the registry gives both the same ID.
    int id = ask(subject, BuiltInCatalogue.instance().newest(message));
    idBySubject.put(subject, id);
    return id;
  }

  @Override
  public Schema writerSchema(int id) {
    Schema known = schemaById.get(id);
    if (known != null) {
      return known;
    }
    Schema schema =
        BuiltInCatalogue.isOwnId(id) ? BuiltInCatalogue.instance().writerSchema(id) : fetch(id);
    schemaById.put(id, schema);
    return schema;
  }

  private int ask(String subject, ReleasedSchema schema) {
    String path = "/subjects/" + RegistryHttp.escape(subject) + (autoRegister ? "/versions" : "");
    String body = JsonNodeFactory.instance.objectNode().put("schema", schema.text()).toString();
    JsonNode id = http.post(path, body).path("id");
    if (!id.isInt()) {
      throw new RegistryException(
          200, "the schema registry answered POST " + path + " without a numeric id", null);
    }
    return id.intValue();
  }

  private Schema fetch(int id) {
    String path = "/schemas/ids/" + id;
    Optional<JsonNode> answer = http.get(path, NOT_FOUND);
    if (answer.isEmpty()) {
      throw new SerializationException(
          "schema ID " + id + " is unknown to the schema registry " + http.address());
    }
    try {
      return new Schema.Parser().parse(answer.get().path("schema").asText());
    } catch (SchemaParseException e) {
      throw new SerializationException("schema ID " + id + " is no Avro schema", e);
    }
  }
}
