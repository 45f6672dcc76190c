package io.onefold.standalone;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** The storage directory of the embedded broker. */
final class KafkaStorage {
  private static final String MARKER = "meta.properties";

  private KafkaStorage() {}

  /**
   * Formats the directory if it is missing or empty. A formatted one stays untouched, whatever else
   * is in it.
   *
   * @throws StartException if the directory holds something else, or its path cannot be used
   */
  static void prepare(Path directory) {
    // Kafka reads the setting as a list of directories.
    if (directory.toString().contains(",")) {
      throw new StartException(
          "the path " + directory + " has a comma in it; a broker's data folder must not");
    }
    try {
      if (Files.exists(directory.resolve(MARKER))) {
        return;
      }
      if (!isMissingOrEmpty(directory)) {
        throw new StartException(
            directory
                + " is not empty and has no "
                + MARKER
                + ": it is not a broker's data folder; name another or an empty one");
      }
      format(directory);
    } catch (IOException e) {
      throw new StartException("the data folder " + directory + " cannot be used: " + e, e);
    }
  }

  /**
   * A half-formatted directory would never start again, so it takes its place only when it is
   * complete.
   */
  private static void format(Path directory) throws IOException {
    Path parent = directory.toAbsolutePath().getParent();
    if (parent == null) {
      throw new StartException(
          "the path " + directory + " cannot be a broker's data folder; name a folder below it");
    }
    Files.createDirectories(parent);
    Path draft = Files.createTempDirectory(parent, ".format-");
    try {
      write(draft);
      Files.deleteIfExists(directory);
      Files.move(draft, directory, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | RuntimeException e) {
      delete(draft);
      throw e;
    }
  }

  private static void write(Path draft) throws IOException {
    Formatter formatter =
        new Formatter()
            .setPrintStream(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
            .setNodeId(EmbeddedKafkaSettings.NODE_ID)
            .setClusterId(Uuid.randomUuid().toString())
            .setReleaseVersion(MetadataVersion.latestProduction())
            .setControllerListenerName(EmbeddedKafkaSettings.CONTROLLER_LISTENER)
            .setMetadataLogDirectory(draft.toString())
            .setDirectories(List.of(draft.toString()));
    try {
      formatter.run();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private static boolean isMissingOrEmpty(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return true;
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.findAny().isEmpty();
    }
  }

  /** Deletes a directory and all that is in it. */
  static void delete(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> tree = Files.walk(directory)) {
      for (Path path : tree.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
