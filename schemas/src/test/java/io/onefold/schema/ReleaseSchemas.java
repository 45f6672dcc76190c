package io.onefold.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.Schema;

/**
 * Releases today's schemas: every message whose schema differs from its newest released version
 * gets a new version in the catalogue and in the history. Run it in the folder of the module.
 *
 * <p>{@code --replace} overwrites the newest version instead, which is only right as long as that
 * version was never in anybody's hands. A schema that is not compatible with every version before
 * it is not released.
 */
public final class ReleaseSchemas {
  private static final Path CATALOGUE = Path.of("src/main/resources/io/onefold/schema/catalogue");
  private static final Path INDEX = CATALOGUE.resolve("index.json");

  private final ArrayNode index;
  private final boolean replace;

  private ReleaseSchemas(ArrayNode index, boolean replace) {
    this.index = index;
    this.replace = replace;
  }

  /** Takes nothing, or {@code --replace}. */
  public static void main(String[] args) throws IOException {
    boolean replace = args.length == 1 && args[0].equals("--replace");
    if (args.length > 0 && !replace) {
      throw new IllegalArgumentException("allowed is no argument, or --replace");
    }
    if (!Files.isDirectory(Path.of("src/main/avro"))) {
      throw new IllegalStateException("run this in the folder schemas");
    }
    ArrayNode index =
        Files.exists(INDEX)
            ? (ArrayNode) StrictJson.read(Files.readAllBytes(INDEX))
            : JsonNodeFactory.instance.arrayNode();
    ReleaseSchemas release = new ReleaseSchemas(index, replace);
    for (Message message : Message.values()) {
      release.release(message);
    }
    release.writeIndex();
    Files.write(SchemaHistory.DIGESTS, SchemaHistory.digests());
  }

  private void release(Message message) throws IOException {
    String today = SchemaText.released(message.schema()).toPrettyString();
    ObjectNode newest = newest(message);
    if (newest != null && isSame(newest, today)) {
      System.out.println(message.topic() + ": unchanged");
      return;
    }
    ObjectNode entry = replace && newest != null ? newest : newEntry(message, newest);
    int version = entry.get("version").intValue();
    checkCompatible(message, version);
    Path file = CATALOGUE.resolve(message.topic()).resolve("v" + version + ".avsc");
    Files.createDirectories(file.getParent());
    Files.writeString(file, today + "\n");
    new SchemaHistory(message.topic(), version).write(today, entry.get("id").intValue());
    System.out.println(message.topic() + ": wrote version " + version + ", ID " + entry.get("id"));
  }

  private static void checkCompatible(Message message, int version) {
    List<Schema> earlier =
        BuiltInCatalogue.instance().versions(message).stream()
            .filter(released -> released.version() < version)
            .map(ReleasedSchema::schema)
            .toList();
    SchemaHistory.incompatibility(message.schema(), earlier)
        .ifPresent(
            problem -> {
              throw new IllegalStateException(
                  message.topic()
                      + " cannot be released as version "
                      + version
                      + ", it is not compatible with "
                      + problem);
            });
  }

  // A change of the documentation alone is no new version, but may still be corrected before the
  // release.
  private boolean isSame(ObjectNode newest, String today) throws IOException {
    Path file =
        CATALOGUE
            .resolve(newest.get("message").textValue())
            .resolve("v" + newest.get("version").intValue() + ".avsc");
    String released = Files.readString(file);
    return replace
        ? released.strip().equals(today.strip())
        : SchemaText.same(new Schema.Parser().parse(released), new Schema.Parser().parse(today));
  }

  private ObjectNode newEntry(Message message, JsonNode newest) {
    ObjectNode entry = JsonNodeFactory.instance.objectNode();
    entry.put("id", BuiltInCatalogue.FIRST_ID + index.size());
    entry.put("message", message.topic());
    entry.put("version", newest == null ? 1 : newest.get("version").intValue() + 1);
    index.add(entry);
    return entry;
  }

  private ObjectNode newest(Message message) {
    ObjectNode newest = null;
    for (JsonNode entry : index) {
      if (entry.get("message").textValue().equals(message.topic())) {
        newest = (ObjectNode) entry;
      }
    }
    return newest;
  }

  private void writeIndex() throws IOException {
    StringBuilder lines = new StringBuilder("[");
    String separator = "\n  ";
    for (JsonNode entry : index) {
      lines.append(separator).append(entry);
      separator = ",\n  ";
    }
    Files.writeString(INDEX, lines.append("\n]\n").toString());
  }
}
