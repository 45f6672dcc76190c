package io.onefold.schema;

import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Where the schema IDs of the wire format come from: the built-in catalogue, or a schema registry.
 * Implementations may be shared between threads.
 */
public interface SchemaIds {
  /** The setting that names a registry: one or more addresses, separated by commas. */
  String REGISTRY_URL = "schema.registry.url";

  /** The setting with {@code user:password} for the registry. */
  String BASIC_AUTH = "basic.auth.user.info";

  /**
   * The setting that says where the credentials stand: {@code URL} or {@code USER_INFO}. Absent:
   * wherever there are some.
   */
  String BASIC_AUTH_SOURCE = "basic.auth.credentials.source";

  /** The setting with a bearer token for the registry. */
  String BEARER_TOKEN = "bearer.auth.token";

  /**
   * The setting that says whether unknown schemas are registered; {@code true} if it is absent,
   * unless {@value #USE_LATEST} is {@code true}.
   */
  String AUTO_REGISTER = "auto.register.schemas";

  /**
   * The setting that says whether records are written with the newest schema of their subject,
   * whatever it is; {@code false} if it is absent.
   */
  String USE_LATEST = "use.latest.version";

  /**
   * The setting that says whether the newest schema of a subject is refused where it could lose a
   * part of a record; {@code true} if it is absent.
   */
  String LATEST_STRICT = "latest.compatibility.strict";

  /** What the settings of the registry's TLS begin with; Kafka's names follow. */
  String TLS_PREFIX = "schema.registry.";

  /** The setting for the longest wait for one answer of the registry, in milliseconds; 10000. */
  String REQUEST_TIMEOUT_MS = "schema.registry.request.timeout.ms";

  /**
   * The ID to write in front of records.
   *
   * @param subject {@code <topic>-value}
   * @throws RegistryException if a registry cannot tell
   */
  int idOf(String subject, Message message);

  /**
   * The schema to write records with, and its ID. It is the message's own, unless a registry was
   * asked for its newest.
   *
   * @param subject {@code <topic>-value}
   * @throws RegistryException if a registry cannot tell
   */
  default WriterSchema toWrite(String subject, Message message) {
    return new WriterSchema(idOf(subject, message), message.schema());
  }

  /** A schema and the ID to write in front of records that follow it. */
  record WriterSchema(int id, Schema schema) {}

  /**
   * The schema with which records under this ID were written.
   *
   * @throws SerializationException if nobody knows the ID
   * @throws RegistryException if a registry cannot tell; the record is not to blame
   */
  Schema writerSchema(int id);

  /**
   * The source that a client configuration asks for: a registry if {@value #REGISTRY_URL} is set,
   * otherwise the built-in catalogue.
   *
   * @throws org.apache.kafka.common.config.ConfigException if a setting is wrong
   */
  static SchemaIds from(Map<String, ?> config) {
    return namesRegistry(config) ? RegistryClient.from(config) : BuiltInCatalogue.instance();
  }

  /**
   * Judges what a client configuration says about a registry. Reads no file and asks nobody, so
   * settings with a reference such as <code>${file:…}</code> in them are left to the client.
   *
   * @throws org.apache.kafka.common.config.ConfigException if a setting is wrong
   */
  static void check(Map<String, ?> config) {
    if (namesRegistry(config) && !hasReference(config)) {
      RegistrySettings.check(config);
    }
  }

  private static boolean hasReference(Map<String, ?> config) {
    return config.values().stream().anyMatch(value -> String.valueOf(value).contains("${"));
  }

  private static boolean namesRegistry(Map<String, ?> config) {
    Object url = config.get(REGISTRY_URL);
    return url != null && !url.toString().isBlank();
  }
}
