package io.onefold.topology;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stores of a ledger on this machine's disk. They are a copy of their topics, restored from
 * where they stood on. So they belong to exactly these topics: one that was made anew, or lies in
 * another cluster, holds other records at the same offsets.
 */
public final class StateFolder {
  private static final Logger LOG = LoggerFactory.getLogger(StateFolder.class);

  private final Path folder;
  private final Path ids;

  /** The stores of one ledger in a folder that may hold those of others. */
  public StateFolder(Path stateDir, String applicationId) {
    folder = stateDir.resolve(applicationId);
    // Beside the folder, which Kafka Streams takes for its own.
    ids = stateDir.resolve(applicationId + ".topics");
  }

  /**
   * Throws the stores away if they were restored from other topics, or from nobody knows which, and
   * notes the topics. A store whose topic alone was not noted is new in this version.
   *
   * @param topics that the stores are restored from now, by their names
   */
  void tie(Map<String, Uuid> topics) {
    try {
      Properties known = known();
      boolean others =
          known.isEmpty()
              || topics.entrySet().stream()
                  .anyMatch(
                      topic ->
                          !known
                              .getProperty(topic.getKey(), topic.getValue().toString())
                              .equals(topic.getValue().toString()));
      if (others && Files.exists(folder)) {
        LOG.warn(
            "the stores in {} belong to topics that were made anew since, or to another cluster,"
                + " or it was not noted to which; they are restored from the beginning",
            folder);
        delete();
      }
      note(known, topics);
    } catch (IOException | UncheckedIOException e) {
      throw unusable(e);
    }
  }

  /**
   * Notes the topics that the stores were restored from. The first ledger of all knows them only
   * then: they are made while it starts.
   */
  void note(Map<String, Uuid> topics) {
    try {
      note(known(), topics);
    } catch (IOException | UncheckedIOException e) {
      throw unusable(e);
    }
  }

  private StartRefusedException unusable(Exception e) {
    return new StartRefusedException(
        "the folder for the stores, %s, cannot be used: %s"
            .formatted(folder.getParent(), e.getMessage()),
        e);
  }

  private Properties known() throws IOException {
    Properties known = new Properties();
    if (Files.exists(ids)) {
      try (Reader in = Files.newBufferedReader(ids)) {
        known.load(in);
      }
    }
    return known;
  }

  private void note(Properties known, Map<String, Uuid> topics) throws IOException {
    Properties now = new Properties();
    topics.forEach((topic, id) -> now.setProperty(topic, id.toString()));
    if (!now.equals(known)) {
      Files.createDirectories(folder.getParent());
      try (Writer out = Files.newBufferedWriter(ids)) {
        now.store(out, "The topics that the stores belong to");
      }
    }
  }

  /** Deletes the stores: the next start restores them from the beginning of their topics. */
  public void delete() {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
