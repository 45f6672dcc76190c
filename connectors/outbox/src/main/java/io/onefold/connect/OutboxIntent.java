package io.onefold.connect;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentJson;
import io.onefold.schema.InvalidIntentException;
import io.onefold.schema.RegistryException;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.transforms.Transformation;
import org.jspecify.annotations.Nullable;

/**
 * Turns the record of Debezium's event router, whose value is an intent as JSON, into the record
 * that the ledger reads: on the intents topic, under the operation ID, in the wire format.
 *
 * <p>It is a transformation and not a converter, because only a transformation can choose the
 * topic: what is no valid intent goes to the dead letters with the same headers that the ledger
 * gives its own, and the rows behind it go on. Use it with {@code StringConverter} for keys and
 * {@code ByteArrayConverter} for values.
 *
 * <p>Connect delivers at least once. A row that is delivered again makes an equal intent under the
 * same operation ID, which the ledger answers as a duplicate.
 *
 * @param <R> the kind of record, in practice a source record
 */
public final class OutboxIntent<R extends ConnectRecord<R>>
    implements Transformation<R>, Versioned {
  private static final String PREFIX = "topic.prefix";
  private static final ConfigDef CONFIG =
      new ConfigDef()
          .define(
              PREFIX,
              ConfigDef.Type.STRING,
              Topics.DEFAULT_PREFIX,
              Importance.MEDIUM,
              "What all topic names of the ledger begin with.")
          .define(
              SchemaIds.REGISTRY_URL,
              ConfigDef.Type.STRING,
              "",
              Importance.MEDIUM,
              "Addresses of a schema registry; empty: the fixed schema IDs are used.")
          .define(
              SchemaIds.BASIC_AUTH,
              ConfigDef.Type.PASSWORD,
              "",
              Importance.LOW,
              "user:password for the registry.")
          .define(
              SchemaIds.AUTO_REGISTER,
              ConfigDef.Type.STRING,
              "true",
              Importance.LOW,
              "Whether the schema is registered where the registry lacks it.");

  private final IntentJson json = new IntentJson();
  private Topics topics = Topics.standard();
  private Serializer<Intent> serializer = serializer(BuiltInCatalogue.instance());

  /** Configured by Connect before its first record. */
  public OutboxIntent() {}

  @Override
  public String version() {
    String version = OutboxIntent.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  @Override
  public ConfigDef config() {
    return CONFIG;
  }

  /**
   * Reads the settings.
   *
   * @throws org.apache.kafka.common.config.ConfigException if one is wrong
   */
  @Override
  public void configure(Map<String, ?> settings) {
    Map<String, Object> parsed = CONFIG.parse(settings);
    topics = new Topics(String.valueOf(parsed.get(PREFIX)));
    serializer = serializer(SchemaIds.from(parsed));
  }

  /**
   * The record for the ledger, or a dead letter.
   *
   * @throws RetriableException if the schema registry does not answer, which no row is to blame for
   */
  @Override
  public R apply(R row) {
    try {
      Intent intent = json.parse(bytes(row.value()));
      checkKey(row.key(), intent.getOperationId());
      byte[] value = serializer.serialize(topics.intents(), intent);
      return record(row, topics.intents(), intent.getOperationId(), value);
    } catch (InvalidIntentException e) {
      return deadLetter(row, String.valueOf(e.getMessage()));
    } catch (RegistryException e) {
      throw new RetriableException(e);
    }
  }

  @Override
  public void close() {}

  private R deadLetter(R row, String problem) {
    byte[] whole = valueOf(row.value());
    R letter =
        record(
            row,
            topics.deadLetters(),
            row.key() == null ? null : String.valueOf(row.key()),
            DeadLetter.cut(whole));
    DeadLetter.explain(letter.headers(), problem, row, whole.length);
    return letter;
  }

  // No partition is given: the producer's partitioner finds it from the key, as everybody's does.
  private R record(R row, String topic, @Nullable String key, byte[] value) {
    return row.newRecord(
        topic,
        null,
        Schema.OPTIONAL_STRING_SCHEMA,
        key,
        Schema.OPTIONAL_BYTES_SCHEMA,
        value,
        row.timestamp(),
        row.headers().duplicate());
  }

  private static byte[] bytes(@Nullable Object value) {
    if (value instanceof String || value instanceof byte[] || value instanceof ByteBuffer) {
      return valueOf(value);
    }
    throw new InvalidIntentException(
        InvalidIntentException.Kind.NOT_AN_OBJECT,
        InvalidIntentException.WHOLE,
        "must be JSON as text or bytes, but is "
            + (value == null ? "null" : value.getClass().getSimpleName())
            + "; the event router must not expand it (table.expand.json.payload=false)");
  }

  private static byte[] valueOf(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    }
    return value == null ? new byte[0] : value.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void checkKey(@Nullable Object key, String id) {
    if (key != null && !id.equals(key.toString())) {
      throw new InvalidIntentException(
          InvalidIntentException.Kind.CONTRADICTION,
          "operationId",
          "is " + id + ", but the row says " + key + "; both must be equal");
    }
  }

  private static Serializer<Intent> serializer(SchemaIds ids) {
    return AvroSerde.of(Intent.class, ids).serializer();
  }
}
