package io.onefold.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.SchemaValidationException;
import org.apache.avro.SchemaValidatorBuilder;
import org.apache.avro.generic.GenericRecord;

/**
 * The files of all released schema versions: for each the schema, samples as they stand on a topic,
 * and the same samples as JSON.
 *
 * @param message the message's name
 * @param version the version, from 1
 */
record SchemaHistory(String message, int version) {
  static final Path FOLDER = Path.of("src/test/resources/history");

  /** What every file of a released version must hash to. */
  static final Path DIGESTS = FOLDER.resolve("SHA256SUMS");

  /** The lines of {@link #DIGESTS} as the files are now, in the form of {@code sha256sum}. */
  static List<String> digests() throws IOException {
    List<String> lines = new ArrayList<>();
    try (var files = Files.walk(FOLDER)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        if (!file.equals(DIGESTS)) {
          String hash = PayloadHash.ofBytes(Files.readAllBytes(file)).value();
          lines.add(hash.replace("sha256:", "") + "  " + FOLDER.relativize(file));
        }
      }
    }
    return lines;
  }

  /**
   * Why a registry with the rule FULL_TRANSITIVE would refuse a schema; empty if it would not.
   *
   * @param earlier all versions before it, the oldest first
   */
  static Optional<String> incompatibility(Schema candidate, List<Schema> earlier) {
    for (int i = earlier.size() - 1; i >= 0; i--) {
      Optional<String> problem = SchemaFit.mutual(candidate, earlier.get(i));
      if (problem.isPresent()) {
        return Optional.of("version " + (i + 1) + ": " + problem.get());
      }
    }
    List<Schema> newestFirst = new ArrayList<>(earlier);
    Collections.reverse(newestFirst);
    try {
      // What registries themselves ask.
      new SchemaValidatorBuilder()
          .mutualReadStrategy()
          .validateAll()
          .validate(candidate, newestFirst);
      return Optional.empty();
    } catch (SchemaValidationException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Every released version, by message and version. */
  static List<SchemaHistory> all() {
    try (var files = Files.walk(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".avsc"))
          .sorted()
          .map(SchemaHistory::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Schema schema() {
    return new Schema.Parser().parse(text(file("avsc")));
  }

  JsonNode schemaJson() {
    return StrictJson.read(text(file("avsc")).getBytes(StandardCharsets.UTF_8));
  }

  /** The samples as values on a topic. */
  List<byte[]> values() {
    List<byte[]> values = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file("bin")))) {
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        values.add(in.readNBytes(in.readInt()));
      }
      return values;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The samples as JSON, in the same order. */
  List<JsonNode> json() {
    List<JsonNode> samples = new ArrayList<>();
    StrictJson.read(text(file("json")).getBytes(StandardCharsets.UTF_8)).forEach(samples::add);
    return samples;
  }

  /** Writes all three files of a new version. */
  void write(String schema, int id) {
    List<GenericRecord> samples = SampleRecords.of(new Schema.Parser().parse(schema));
    try {
      Files.createDirectories(file("avsc").getParent());
      Files.writeString(file("avsc"), schema + "\n");
      String json = String.join(",\n", samples.stream().map(SampleRecords::json).toList());
      Files.writeString(file("json"), "[\n" + json + "\n]\n");
      try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file("bin")))) {
        out.writeInt(samples.size());
        for (GenericRecord sample : samples) {
          byte[] binary = SampleRecords.binary(sample);
          out.writeInt(WireFormat.HEADER_BYTES + binary.length);
          out.writeByte(WireFormat.MAGIC);
          out.writeInt(id);
          out.write(binary);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return message + " v" + version;
  }

  private static SchemaHistory of(Path schema) {
    String name = schema.getFileName().toString().replaceAll("[^0-9]", "");
    return new SchemaHistory(schema.getParent().getFileName().toString(), Integer.parseInt(name));
  }

  private Path file(String ending) {
    return FOLDER.resolve(message).resolve("v" + version + "." + ending);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
