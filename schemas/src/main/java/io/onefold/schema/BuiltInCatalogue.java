package io.onefold.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;

/**
 * All released schema versions with fixed IDs, carried in this jar, so that no registry is needed.
 *
 * <p>The IDs begin at {@value #FIRST_ID} (bytes {@code 4F 46 4C 01}, "OFL" and a number): far above
 * what registries hand out, so that records written without a registry stay readable with one.
 */
public final class BuiltInCatalogue implements SchemaIds {
  /** The lowest ID of the catalogue. */
  public static final int FIRST_ID = 0x4F464C01;

  /** The highest ID of the catalogue, now or later. */
  public static final int LAST_ID = 0x4F464CFF;

  private static final String FOLDER = "catalogue/";

  private final List<ReleasedSchema> released;
  private final Map<Integer, ReleasedSchema> byId = new HashMap<>();

  private BuiltInCatalogue(List<ReleasedSchema> released) {
    this.released = List.copyOf(released);
    released.forEach(schema -> byId.put(schema.id(), schema));
  }

  /** The catalogue of this jar. */
  public static BuiltInCatalogue instance() {
    return Holder.INSTANCE;
  }

  /** True if the ID belongs to the catalogue, whether or not this version of the jar knows it. */
  public static boolean isOwnId(int id) {
    return id >= FIRST_ID && id <= LAST_ID;
  }

  /** All released versions, by message, then by version. */
  public List<ReleasedSchema> released() {
    return released;
  }

  /** The released versions of one message, oldest first; never empty. */
  public List<ReleasedSchema> versions(Message message) {
    return released.stream().filter(schema -> schema.message() == message).toList();
  }

  /** The version of a message that is written today. */
  public ReleasedSchema newest(Message message) {
    List<ReleasedSchema> versions = versions(message);
    return versions.get(versions.size() - 1);
  }

  /** The released schema with this ID; empty if this version of the jar has none. */
  public Optional<ReleasedSchema> find(int id) {
    return Optional.ofNullable(byId.get(id));
  }

  @Override
  public int idOf(String subject, Message message) {
    return newest(message).id();
  }

  @Override
  public Schema writerSchema(int id) {
    return find(id)
        .map(ReleasedSchema::schema)
        .orElseThrow(
            () ->
                new SerializationException(
                    "schema ID "
                        + id
                        + " is not in the built-in catalogue, which has "
                        + FIRST_ID
                        + " to "
                        + (FIRST_ID + released.size() - 1)
                        + "; "
                        + (isOwnId(id)
                            ? "a newer version of the software wrote it"
                            : "if a schema registry gave it, set " + REGISTRY_URL)));
  }

  private static final class Holder {
    static final BuiltInCatalogue INSTANCE = load();
  }

  private static BuiltInCatalogue load() {
    List<ReleasedSchema> released = new ArrayList<>();
    for (JsonNode entry : StrictJson.read(resource("index.json"))) {
      released.add(releasedSchema(entry));
    }
    released.sort(
        Comparator.comparing(ReleasedSchema::message).thenComparingInt(ReleasedSchema::version));
    return new BuiltInCatalogue(released);
  }

  private static ReleasedSchema releasedSchema(JsonNode entry) {
    String name = entry.path("message").asText();
    int version = entry.path("version").asInt();
    Message message =
        Message.named(name)
            .orElseThrow(
                () -> new IllegalStateException("the catalogue names no message: " + name));
    String text = StrictJson.read(resource(name + "/v" + version + ".avsc")).toString();
    return new ReleasedSchema(
        entry.path("id").asInt(), message, version, text, new Schema.Parser().parse(text));
  }

  private static byte[] resource(String name) {
    try (InputStream in = BuiltInCatalogue.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + FOLDER + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + FOLDER + name + " from the jar", e);
    }
  }
}
