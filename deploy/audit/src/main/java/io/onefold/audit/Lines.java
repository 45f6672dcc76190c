package io.onefold.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lines of text in a temporary file, so that memory does not grow with them. What UTF-8 cannot
 * carry comes back as {@code ?}. Thread-safe.
 */
final class Lines implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private @Nullable Path file;
  private @Nullable BufferedWriter out;
  private int count;

  /**
   * Keeps a line.
   *
   * @return how many there were before it
   */
  synchronized int add(String line) {
    try {
      BufferedWriter open = out;
      if (open == null) {
        Path path = Files.createTempFile("onefold-audit-", ".ndjson");
        file = path;
        open = writer(path);
        out = open;
      }
      open.write(line);
      open.newLine();
      return count++;
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary files can be written: " + e.getMessage(), e);
    }
  }

  /** Keeps a JSON object, in one line; as {@link #add(String)}. */
  int add(Map<String, Object> json) {
    try {
      return add(JSON.writeValueAsString(json));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("it has no JSON form: " + json, e);
    }
  }

  /** The JSON of a line. */
  static JsonNode json(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a temporary file was changed: " + line, e);
    }
  }

  /** Writes half a character, which a record or a listing may hold, as a question mark. */
  static BufferedWriter writer(Path file) throws IOException {
    return new BufferedWriter(
        new OutputStreamWriter(Files.newOutputStream(file), StandardCharsets.UTF_8));
  }

  /** Hands on each line, in the order in which they came. */
  synchronized void each(Consumer<String> sink) {
    try {
      BufferedWriter open = out;
      Path path = file;
      if (open == null || path == null) {
        return;
      }
      open.flush();
      try (BufferedReader in = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          sink.accept(line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("temporary files cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public synchronized void close() {
    try {
      if (out != null) {
        out.close();
      }
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // A file in the place for temporary files is left behind.
    }
  }
}
